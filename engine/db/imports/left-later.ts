import { changesStatus, mapsStatus } from '../../domain/import-status.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';

/** The last row of each key that says its person left, as a column of the rows of a slice; none where no column says the status. */
export function lastLeavingSql(options: ImportOptions): string {
  if (!mapsStatus(options)) return '';
  return `, max(row_number) filter (where status <> 'active') over (partition by key) as last_leaving`;
}

/**
 * The number of people whom the classified rows make active, or leave so, though a later row says that they left. Only a
 * file that says the status has any. `added` is the status of a row that adds its subscriber.
 */
export function leftLaterSql(options: ImportOptions, added: string): string {
  if (!mapsStatus(options)) return '0';
  const updated = changesStatus(options) ? ` or outcome = 'updated' and new_status = 'active'` : '';
  return `(select count(*) from classified
          where occurrence = 1 and last_leaving > row_number and (outcome = 'added' and ${added} = 'active'${updated}))`;
}
