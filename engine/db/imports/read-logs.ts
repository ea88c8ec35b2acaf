import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { readFailedHeader, readFailedLines } from '../../csv/failed-log.ts';
import type { FailedRow } from '../../csv/failed-log.ts';
import type { ImportOptions, LogKind } from '../../domain/subscriber-imports.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { HEADER_PART } from './logs.ts';
import { RETENTION_IS_OVER } from './subscriber-imports.ts';

/** Whether the log has, or leaves out, an entry whose retention is not over; the failed log's header line alone is none. */
export function hasLogEntries(db: Database, importId: number, kind: LogKind): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from import_logs join subscriber_imports on subscriber_imports.id = subscriber_import_id
    where subscriber_import_id = ${importId} and kind = ${kind} and (entries > 0 or left_out > 0)
      and not coalesce(${RETENTION_IS_OVER}, false)
  `);
}

/** Counts the entries that a log leaves out, since there was no room for them; null when there are none. */
async function countLeftOut(db: Database, importId: number, kind: LogKind): Promise<number | null> {
  return db.oneFirst(sql.type(z.object({ leftOut: z.number().nullable() }))`
    select nullif(sum(left_out), 0)::int8 as "leftOut" from import_logs
    where subscriber_import_id = ${importId} and kind = ${kind}
  `);
}

/** Returns the last line of a log that leaves entries out, which says how many; null when the log has all of them. */
export async function readLogNote(db: Database, importId: number, kind: LogKind): Promise<string | null> {
  const leftOut = await countLeftOut(db, importId, kind);
  if (leftOut === null) return null;
  const rows = leftOut === 1 ? '1 more row is' : `${leftOut} more rows are`;
  return `${rows} counted, but not in this log: it, or the logs of the organization together, may have no more bytes.`;
}

/**
 * The rows of the failed log in its order, a few at a time; first the columns of the file as row 0, if it has a header, and last a
 * note if rows are left out. Rows that were logged before migration 028 are missing.
 */
export async function* readFailedRows(
  db: Database,
  importId: number,
  format: ImportOptions['file_format'],
): AsyncGenerator<readonly FailedRow[]> {
  for await (const { part, content, row_numbers, text_lengths } of readBlocks(db, importId, 'failed')) {
    if (part === HEADER_PART) yield [{ rowNumber: 0, fields: readFailedHeader(content, format), reason: '' }];
    const places = { rowNumbers: row_numbers ?? [], textLengths: text_lengths ?? [] };
    let rows: FailedRow[] = [];
    for (const row of readFailedLines(content, places, format)) {
      rows.push(row);
      if (rows.length < ROWS_AT_ONCE) continue;
      yield rows;
      rows = [];
      await setImmediate();
    }
    if (rows.length > 0) yield rows;
  }
  const note = await readLogNote(db, importId, 'failed');
  if (note !== null) yield [{ rowNumber: null, fields: [], reason: note }];
}

const ROWS_AT_ONCE = 100;

/** The blocks of a log in order, with one in memory at a time and no connection held between two. */
async function* readBlocks(db: Database, importId: number, kind: LogKind): AsyncGenerator<z.infer<typeof block>> {
  let last = { part: -(2 ** 31), piece: 0 };
  for (;;) {
    const next = await db.maybeOne(
      sql.type(block)`
      select part, piece, content, row_numbers, text_lengths
      from import_logs
      where subscriber_import_id = ${importId} and kind = ${kind} and (part, piece) > (${last.part}, ${last.piece})
      order by part, piece
      limit 1
    `,
    );
    if (next === null) return;
    yield next;
    last = next;
  }
}

const block = z.object({
  part: z.number(),
  piece: z.number(),
  content: z.string(),
  row_numbers: z.array(z.number()).nullable(),
  text_lengths: z.array(z.number()).nullable(),
});
