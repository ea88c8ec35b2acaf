import type { Pool } from 'pg';
import { createLeftOutJoin } from '../../csv/left-out-cells.ts';
import type { LeftOutColumn } from '../../csv/left-out-cells.ts';
import { notices } from '../../domain/notices.ts';
import type { Notice } from '../../domain/notices.ts';
import { inTransaction } from '../core/transaction.ts';

/** Notices of an import as they are stored, and the cells of the columns that it leaves out. */
export interface LeftOutOfImport {
  readonly notices: readonly Notice[];
  readonly scanNotices: readonly Notice[];
  readonly cells: readonly LeftOutColumn[];
}

/**
 * Reads what the ranges of an import counted of the columns that it leaves out, a few ranges at a time; null until all of them are
 * staged, or skipped, and where one was staged by an earlier version or the notices are written.
 */
export async function readLeftOut(pool: Pool, importId: number): Promise<LeftOutOfImport | null> {
  return inTransaction(pool, async (client) => {
    // A cursor sees the ranges as they are now, also while another activity writes the notices.
    await client.query(
      `declare left_out no scroll cursor for
         select left_out from import_ranges r
          where subscriber_import_id = ${client.escapeLiteral(String(importId))} and left_out is not null
            and not exists (select from import_ranges
                             where subscriber_import_id = r.subscriber_import_id
                               and (staged_at is null or (left_out is null and chunk_rows is distinct from '{}')))
          order by range_number`,
    );
    const join = createLeftOutJoin();
    for (let isFirst = true; ; isFirst = false) {
      const { rows } = await client.query<{ left_out: LeftOutColumn[] }>(`fetch ${RANGES_AT_ONCE} from left_out`);
      if (rows.length === 0 && isFirst) return null;
      for (const { left_out } of rows) join.add(left_out);
      if (rows.length < RANGES_AT_ONCE) break;
    }
    const { rows } = await client.query<{ notices: unknown; scan_notices: unknown }>(
      'select notices, scan_notices from subscriber_imports where id = $1',
      [importId],
    );
    const [row] = rows;
    if (row === undefined) return null;
    return {
      notices: notices.parse(row.notices),
      scanNotices: notices.parse(row.scan_notices),
      cells: join.columns(),
    };
  });
}

/** Of a file of 2,000 columns a range has up to half a megabyte. */
const RANGES_AT_ONCE = 20;

/** Replaces the notices of an import that has not ended, and forgets the cells; the notices of an ended one may be purged. */
export async function writeNotices(
  pool: Pool,
  importId: number,
  { notices: ofAnalysis, scanNotices }: Pick<LeftOutOfImport, 'notices' | 'scanNotices'>,
): Promise<void> {
  await pool.query(
    `with forgotten as (update import_ranges set left_out = null where subscriber_import_id = $1 and left_out is not null)
     update subscriber_imports set notices = $2, scan_notices = $3 where id = $1 and finished_at is null`,
    [importId, JSON.stringify(ofAnalysis), JSON.stringify(scanNotices)],
  );
}
