import type { components } from '../../client/index.ts';
import { mapsStatus } from '../../engine/domain/import-status.ts';
import { formatCount } from './format.ts';
import { STATUSES, statusName } from './statuses.ts';

type Import = Pick<components['schemas']['SubscriberImport'], 'column_mapping' | 'stats'>;

/** The valid rows of an import by status; nothing where no column says it, and while no row is read. */
export function RowStatuses({ record: { column_mapping, stats } }: { record: Import }) {
  const { statuses } = stats;
  if (statuses === null || !mapsStatus({ column_mapping })) return null;
  const counts = STATUSES.filter((status) => statuses[status] > 0);
  if (counts.length === 0) return null;
  const told = counts.map((status) => `${formatCount(statuses[status])} ${statusName(status)}`);
  return <p class="after-legend">Status of the rows: {told.join(', ')}.</p>;
}
