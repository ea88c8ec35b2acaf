import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { withCorrection } from '../../csv/corrected-row.ts';
import { enclosedLine } from '../../csv/failed-cells.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { IS_READY } from './worklist-counts.ts';
import type { RowPlace } from './worklist-rows.ts';
import type { Worklist } from './worklists.ts';

type Format = ImportOptions['file_format'];

/** Rows that are read at a time: twice as many as before while all of them fit into `READ_BYTES`. */
const FIRST_ROWS = 50;
const MOST_ROWS = 2_000;
/** One row may exceed it. */
const READ_BYTES = 1024 * 1024;

const ready = z.object({
  rowNumber: z.number(),
  line: z.number(),
  cells: z.array(z.string()),
  correction: z.record(z.string()).nullable(),
});

/** Whether a worklist has corrected rows that no import has taken. */
export function hasReadyRows(db: Database, id: number): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from import_worklist_rows where subscriber_import_id = ${id} and ${IS_READY}
  `);
}

/** The corrected rows that no import has taken, as CSV in UTF-8 with the header of their file, a few at a time. */
export async function* readCorrectedRows(
  db: Database,
  { id, columns, header }: Worklist,
  format: Format,
): AsyncGenerator<Buffer> {
  const lineOf = (cells: readonly string[]) => enclosedLine(cells, format);
  if (format.csv_has_headers) yield Buffer.from(lineOf(withCorrection(columns.length, header ?? columns, null)));
  let last = { rowNumber: 0, line: 0 };
  let limit = FIRST_ROWS;
  for (;;) {
    const rows = await readReadyRows(db, id, last, limit);
    const lines = rows.map(({ cells, correction }) => lineOf(withCorrection(columns.length, cells, correction)));
    yield Buffer.from(lines.join(''));
    await setImmediate();
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end;
    limit = rows.length < limit ? FIRST_ROWS : Math.min(MOST_ROWS, limit * 2);
  }
}

/** Reads the next rows behind a place, at most `limit` and about `READ_BYTES`, and one at least while there is one. */
function readReadyRows(db: Database, id: number, { rowNumber, line }: RowPlace, limit: number) {
  return db.any(sql.type(ready)`
    select "rowNumber", line, cells, correction
    from (
      select row_number as "rowNumber", line, cells, correction,
        coalesce(sum(octet_length(cells::text) + coalesce(octet_length(correction::text), 0)) over before_it, 0) as bytes_before
      from (
        select row_number, line, cells, correction from import_worklist_rows
        where subscriber_import_id = ${id} and ${IS_READY} and (row_number, line) > (${rowNumber}::int8, ${line}::int4)
        order by row_number, line
        limit ${limit}
      ) next
      window before_it as (order by row_number, line rows between unbounded preceding and 1 preceding)
    ) summed
    where bytes_before < ${READ_BYTES}
    order by "rowNumber", line
  `);
}

/** Notes that an import has taken the corrected rows. */
export async function markImported(db: Database, id: number, importId: number): Promise<void> {
  await db.query(sql.unsafe`
    update import_worklist_rows set imported_as = ${importId} where subscriber_import_id = ${id} and ${IS_READY}
  `);
  await db.query(sql.unsafe`
    update import_worklists set corrected_import_id = ${importId} where subscriber_import_id = ${id}
  `);
}
