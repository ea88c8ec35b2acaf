import { useLocation } from 'preact-iso/router';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { FailedRows } from '../../parts/failed-rows.tsx';
import { formatCount } from '../../parts/format.ts';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import type { BarPart, Tone } from '../../parts/stacked-bar.tsx';
import { useApi } from '../../session/session.tsx';
import { AddressLog } from '../address-log.tsx';
import type { LiveCounts } from '../job-kind.ts';

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
  const isLive = live !== null && row.finished_at === null && Object.keys(live.counters).length > 0;
  const counters: Readonly<Record<string, number>> = isLive ? live.counters : row.stats.subscribers;
  const chosen = OUTCOMES.find(({ counter }) => counter === query['log'])?.counter;
  const shown = chosen ?? ((counters['failed'] ?? 0) > 0 ? 'failed' : null);
  return (
    <>
      <section aria-labelledby="outcomes">
        <h2 id="outcomes">Outcomes</h2>
        <StackedBar label="Rows by outcome" parts={partsOf(counters, linkTo(`/imports/${id}`))} />
        <p class="muted after-legend">{notesOf(row)}</p>
      </section>
      <DryRun id={id} row={row} />
      {shown === 'failed' && <FailedRows record={row} />}
      {shown !== null && shown !== 'failed' && (
        <AddressLog
          id={id}
          counter={shown}
          name={OUTCOMES.find(({ counter }) => counter === shown)?.name ?? shown}
          count={counters[shown] ?? 0}
          changes={changes}
        />
      )}
    </>
  );
}

function partsOf(counters: Readonly<Record<string, number>>, path: string): BarPart[] {
  return OUTCOMES.map(({ counter, name, tone }) => ({
    ...{ name, tone, count: counters[counter] ?? 0 },
    href: `${path}?log=${counter}#log`,
  }));
}

const OUTCOMES: readonly { readonly counter: string; readonly name: string; readonly tone: Tone }[] = [
  { counter: 'added', name: 'added', tone: 'good' },
  { counter: 'updated', name: 'updated', tone: 'changed' },
  { counter: 'skipped_overwrite', name: 'skipped, present already', tone: 'neutral' },
  { counter: 'skipped_active', name: 'skipped, active', tone: 'neutral' },
  { counter: 'skipped_unsubscribed', name: 'skipped, unsubscribed', tone: 'neutral' },
  { counter: 'skipped_scomp', name: 'skipped, complained', tone: 'neutral' },
  { counter: 'skipped_bounced', name: 'skipped, bounced', tone: 'neutral' },
  { counter: 'skipped_deactivated', name: 'skipped, deactivated', tone: 'neutral' },
  { counter: 'skipped_duplicate', name: 'skipped, twice in the file', tone: 'neutral' },
  { counter: 'skipped_over_limit', name: 'skipped, over the limit', tone: 'warning' },
  { counter: 'failed', name: 'failed', tone: 'bad' },
];

function notesOf({ stats, balance, dry_run }: Row): string {
  const notes = [];
  if ((stats.unchanged ?? 0) > 0)
    notes.push(`${formatCount(stats.unchanged ?? 0)} of the updated rows changed nothing.`);
  if (stats.deactivated !== null)
    notes.push(`${formatCount(stats.deactivated)} subscribers ${dry_run ? 'would be' : 'were'} deactivated.`);
  if (balance.is_balanced === true)
    notes.push(`Each of the ${formatCount(balance.records ?? 0)} records has one outcome.`);
  return notes.join(' ');
}

/** The button that makes a finished dry run real. */
function DryRun({ id, row: { dry_run, state, started_import_id, dry_run_id } }: { id: number; row: Row }) {
  const { client } = useApi();
  const { route } = useLocation();
  if (dry_run_id !== null)
    return (
      <p>
        This import was started from the <a href={linkTo(`/imports/${dry_run_id}`)}>dry run {dry_run_id}</a>.
      </p>
    );
  if (!dry_run) return null;
  if (started_import_id !== null)
    return (
      <p>
        This dry run was started as <a href={linkTo(`/imports/${started_import_id}`)}>import {started_import_id}</a>.
      </p>
    );
  if (state !== 'finished') return <p>This is a dry run: it writes no subscriber.</p>;
  const start = async () => {
    const created = await dataOf(client.POST('/subscriber_imports/{id}/start', { params: { path: { id } } }));
    route(linkTo(`/imports/${created.id}`));
  };
  return (
    <div class="panel">
      <p>This was a dry run: no subscriber was written.</p>
      <CommandButton kind="primary" run={start} failed="The import was not started">
        Start the import
      </CommandButton>
    </div>
  );
}
