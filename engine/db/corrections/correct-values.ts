import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { rowIsLeft, settleFaults } from './left-sql.ts';
import { countCorrectionBytes, lockWorklist, refuseLong } from './worklists.ts';

/** One correction for all rows with a fault. */
export interface ValueCorrection {
  /** The numbers of the groups of the fault, all of one column. */
  readonly groups: readonly number[];
  /** Index of the column; null: the whole rows are at fault. */
  readonly column: number | null;
  /** Cell that the rows have in the column; null: any. */
  readonly from: string | null;
  /** The rows get the cell in its place, are dropped, or are imported as they are. */
  readonly becomes: { readonly to: string } | 'dropped' | 'kept';
}

/**
 * Corrects, or drops, each row with the fault that has no correction of its own for it.
 * @returns how many rows @throws NotFound; ValidationFailed beyond the bounds
 */
export function correctValues(db: Database, id: number, change: ValueCorrection): Promise<number> {
  const { groups, column, from, becomes } = change;
  return db.transaction(async (transaction) => {
    const worklist = await lockWorklist(transaction, id);
    const cell = typeof becomes === 'object' ? JSON.stringify({ [String(column)]: becomes.to }) : '{}';
    refuseLong(cell);
    const corrected =
      becomes === 'dropped'
        ? { correction: sql.fragment`r.correction`, dropped: sql.fragment`true` }
        : {
            correction: sql.fragment`(coalesce(r.correction, '{}') || ${cell}::jsonb)`,
            dropped: sql.fragment`false`,
          };
    const isOfGroups = sql.fragment`r.subscriber_import_id = ${id} and r.groups && ${sql.array(groups, 'int4')}`;
    const hasOwn =
      column === null
        ? sql.fragment`r.correction is not null`
        : sql.fragment`coalesce(jsonb_exists(r.correction, ${String(column)}), false)`;
    const isFrom =
      from === null || column === null ? sql.fragment`true` : sql.fragment`r.cells ->> ${column}::int4 = ${from}`;
    const isAlike = sql.fragment`${isOfGroups} and imported_as is null and not dropped and not ${hasOwn} and ${isFrom}`;
    const { rows, bytes } = await transaction.one(sql.type(z.object({ rows: z.number(), bytes: z.number() }))`
      select count(*) as rows, count(*) * octet_length(${cell}::jsonb::text) as bytes
      from import_worklist_rows r where ${isAlike}
    `);
    // Before it is written: a long cell for all rows would be gigabytes.
    await countCorrectionBytes(transaction, worklist, becomes === 'dropped' ? 0 : bytes);
    await transaction.query(sql.unsafe`
      update import_worklist_rows r
      set correction = ${corrected.correction}, dropped = ${corrected.dropped}, version = version + 1,
        is_left = ${rowIsLeft(corrected)}
      where ${isAlike}
    `);
    await transaction.query(settleFaults(isOfGroups));
    return rows;
  });
}
