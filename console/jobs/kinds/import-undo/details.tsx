import { useLocation } from 'preact-iso/router';
import type { components } from '../../../../client/index.ts';
import { linkTo } from '../../../base.ts';
import { formatCount, formatCountOf } from '../../../parts/format.ts';
import { StackedBar } from '../../../parts/stacked-bar.tsx';
import type { BarPart } from '../../../parts/stacked-bar.tsx';
import { AddressLog } from '../../address-log.tsx';
import type { LiveCounts } from '../../job-kind.ts';

type Row = components['schemas']['ImportUndo'];
type Outcome = keyof Row['stats']['outcomes'];

/** The outcomes in the order of the bar. */
const OUTCOMES: readonly (Pick<BarPart, 'name' | 'tone'> & { readonly outcome: Outcome })[] = [
  { outcome: 'removed', name: 'removed', tone: 'good' },
  { outcome: 'restored', name: 'as they were before', tone: 'changed' },
  { outcome: 'restored_partly', name: 'as before, but for what was changed since', tone: 'waiting' },
  { outcome: 'kept_changed', name: 'kept: changed since', tone: 'warning' },
  { outcome: 'kept_left', name: 'kept: may have left since', tone: 'warning' },
  { outcome: 'kept_later', name: 'kept: in a later import', tone: 'neutral' },
  { outcome: 'gone', name: 'deleted since', tone: 'neutral' },
];

interface Props {
  id: number;
  row: Row;
  live: LiveCounts | null;
  changes: number;
}

/** The outcomes of the subscribers of an undo, and the log of one of them. */
export function ImportUndoDetails({ id, row, live, changes }: Props) {
  const { query } = useLocation();
  const counts = row.finished_at === null ? { ...row.stats.outcomes, ...live?.counters } : row.stats.outcomes;
  const here = linkTo(`/undos/${id}`);
  const parts = OUTCOMES.map(({ outcome, name, tone }) => ({
    ...{ name, tone, count: counts[outcome] },
    ...(outcome !== 'gone' && { href: `${here}?log=${outcome}#log` }),
  }));
  const chosen = OUTCOMES.find(({ outcome }) => outcome === query['log'] && outcome !== 'gone');
  return (
    <>
      <section aria-labelledby="outcomes">
        <h2 id="outcomes">Outcomes</h2>
        <StackedBar label="Subscribers by outcome" parts={parts} />
        <p class="muted after-legend">{notesOf(row)}</p>
      </section>
      <p class="after-legend">
        {row.dry_run ? 'This is a dry run of the undo of ' : 'This is the undo of '}
        <a href={linkTo(`/imports/${row.subscriber_import_id}`)}>import {row.subscriber_import_id}</a>.
      </p>
      {chosen !== undefined && (
        <AddressLog
          path={`/import_undos/${id}/logs/${chosen.outcome}`}
          file={`undo-${id}-${chosen.outcome}.txt`}
          counter={chosen.outcome}
          title={`Subscribers: ${chosen.name}`}
          amount={formatCountOf(counts[chosen.outcome], 'subscriber')}
          changes={changes}
        />
      )}
    </>
  );
}

function notesOf({ dry_run, stats }: Row): string {
  const { reactivated, reactions_cancelled: cancelled, reactions_due: due } = stats;
  const were = dry_run ? 'would be' : 'were';
  return [
    ...(reactivated > 0
      ? [`${formatCountOf(reactivated, 'subscriber')} ${dry_run ? 'would become' : 'became'} active again.`]
      : []),
    ...(cancelled > 0 ? [`${formatCountOf(cancelled, 'waiting reaction')} ${were} cancelled.`] : []),
    ...(due > 0 ? [`${formatCount(due)} reactions were due before.`] : []),
  ].join(' ');
}
