import { useLocation } from 'preact-iso/router';
import { dataOf } from '../../../../client/index.ts';
import type { components } from '../../../../client/index.ts';
import { linkTo } from '../../../base.ts';
import { FailedRows } from '../../../parts/failed-rows.tsx';
import { formatCount, formatCountOf } from '../../../parts/format.ts';
import { newerCounters, OUTCOMES, outcomeParts } from '../../../parts/import-outcomes.ts';
import { Notices } from '../../../parts/notices.tsx';
import { PartialLog } from '../../../parts/partial-log.tsx';
import { RowStatuses } from '../../../parts/row-statuses.tsx';
import { StackedBar } from '../../../parts/stacked-bar.tsx';
import { useApi } from '../../../session/session.tsx';
import { AddressLog } from '../../address-log.tsx';
import type { LiveCounts } from '../../job-kind.ts';
import { StartButton } from './start-button.tsx';

type Row = components['schemas']['SubscriberImport'];

interface Props {
  id: number;
  row: Row;
  live: LiveCounts | null;
  changes: number;
}

/** The outcomes of the rows of an import, and the log of one of them. */
export function SubscriberImportDetails({ id, row, live, changes }: Props) {
  const { query } = useLocation();
  const counters = newerCounters(row.stats.subscribers, row.finished_at === null ? live?.counters : undefined);
  const parts = outcomeParts(counters, (outcome) => `${linkTo(`/imports/${id}`)}?log=${outcome}#log`);
  const chosen = OUTCOMES.find(({ outcome }) => outcome === query['log']);
  const shown = chosen?.outcome ?? (counters.failed > 0 ? 'failed' : null);
  return (
    <>
      <section aria-labelledby="outcomes">
        <h2 id="outcomes">Outcomes</h2>
        <StackedBar label="Rows by outcome" parts={parts} />
        <p class="muted after-legend">{notesOf(row)}</p>
        <RowStatuses record={row} />
      </section>
      <DryRun id={id} row={row} />
      {row.parent_id !== null && (
        <p class="after-legend">
          This import has the corrected rows of <a href={linkTo(`/imports/${row.parent_id}`)}>import {row.parent_id}</a>
          .
        </p>
      )}
      <Notices notices={row.notices} />
      <PartialLog record={row} />
      {shown === 'failed' && <FailedRows record={row} />}
      {shown !== null && shown !== 'failed' && (
        <AddressLog
          path={`/subscriber_imports/${id}/logs/${shown}`}
          file={`import-${id}-${shown}.txt`}
          counter={shown}
          title={`Rows that were ${chosen?.name ?? shown}`}
          amount={formatCountOf(counters[shown], 'row')}
          changes={changes}
        />
      )}
    </>
  );
}

function notesOf({ stats, balance, dry_run }: Row): string {
  const notes = [];
  if ((stats.unchanged ?? 0) > 0)
    notes.push(`${formatCount(stats.unchanged ?? 0)} of the updated rows changed nothing.`);
  if ((stats.reactivated ?? 0) > 0)
    notes.push(`${formatCountOf(stats.reactivated, 'subscriber')} ${dry_run ? 'would become' : 'became'} active.`);
  if (stats.deactivated !== null)
    notes.push(`${formatCount(stats.deactivated)} subscribers ${dry_run ? 'would be' : 'were'} deactivated.`);
  if (balance.is_balanced === true)
    notes.push(`Each of the ${formatCount(balance.records ?? 0)} records has one outcome.`);
  return notes.join(' ');
}

/** The button that makes a finished dry run real. */
function DryRun({ id, row }: { id: number; row: Row }) {
  const { dry_run, state, started_import_id, dry_run_id } = row;
  const { client } = useApi();
  const { route } = useLocation();
  if (dry_run_id !== null)
    return (
      <p class="after-legend">
        This import was started from the <a href={linkTo(`/imports/${dry_run_id}`)}>dry run {dry_run_id}</a>.
      </p>
    );
  if (!dry_run) return null;
  if (started_import_id !== null)
    return (
      <p class="after-legend">
        This dry run was started as <a href={linkTo(`/imports/${started_import_id}`)}>import {started_import_id}</a>.
      </p>
    );
  if (state !== 'finished') return <p class="after-legend">This is a dry run: it writes no subscriber.</p>;
  const start = async () => {
    const created = await dataOf(client.POST('/subscriber_imports/{id}/start', { params: { path: { id } } }));
    route(linkTo(`/imports/${created.id}`));
  };
  return (
    <div class="panel">
      <p>This was a dry run: no subscriber was written.</p>
      <StartButton dryRun={row} run={start}>
        Start the import
      </StartButton>
    </div>
  );
}
