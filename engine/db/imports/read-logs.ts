import { z } from 'zod';
import type { Counter } from '../../domain/subscriber-imports.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { RETENTION_IS_OVER } from './subscriber-imports.ts';

/** Whether the log has an entry whose retention is not over; the failed log's header line alone is none. */
export function hasLogEntries(db: Database, importId: number, kind: Counter): Promise<boolean> {
  return db.exists(sql.unsafe`
    select 1 from import_logs join subscriber_imports on subscriber_imports.id = subscriber_import_id
    where subscriber_import_id = ${importId} and kind = ${kind} and entries > 0
      and not coalesce(${RETENTION_IS_OVER}, false)
  `);
}

/** The texts of a log's parts in order, with one block in memory at a time and no connection held between two. */
export async function* readLogParts(db: Database, importId: number, kind: Counter): AsyncGenerator<string> {
  let last = { part: -(2 ** 31), piece: 0 };
  for (;;) {
    const next = await db.maybeOne(
      sql.type(z.object({ part: z.number(), piece: z.number(), content: z.string() }))`
      select part, piece, content
      from import_logs
      where subscriber_import_id = ${importId} and kind = ${kind} and (part, piece) > (${last.part}, ${last.piece})
      order by part, piece
      limit 1
    `,
    );
    if (next === null) return;
    yield next.content;
    last = next;
  }
}
