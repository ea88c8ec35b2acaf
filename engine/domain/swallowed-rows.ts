import { BOUNDS } from './bounds.ts';
import { createNotice } from './notices.ts';
import type { Notice } from './notices.ts';

/** Rows of other people that are counted of one record at most. */
const COUNTED_OF_RECORD = BOUNDS.rowsInRecord.max - 1;

/** The notice of rows of other people within failed records, which the counters do not count; none without any. */
export function swallowedRows(count: number): Notice[] {
  if (count === 0) return [];
  // One record may have more of them than are counted.
  const isLeast = count >= COUNTED_OF_RECORD;
  const rows = `${isLeast ? 'At least ' : ''}${count} rows stand`;
  const message =
    `${count === 1 ? 'One row stands' : rows} within a field of a failed row, where a quotation mark is missing or there is ` +
    'one too many. They are not imported, and not counted as failed: the failed rows have ' +
    `${isLeast ? `up to ${COUNTED_OF_RECORD} of them of each record, and the others in its last line.` : 'each of them.'}`;
  return [createNotice('swallowed_rows', message, { count })];
}
