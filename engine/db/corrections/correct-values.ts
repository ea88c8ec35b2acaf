import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { withCorrection } from '../../csv/corrected-row.ts';
import type { JudgeCells } from '../../csv/failed-cells.ts';
import { ValidationFailed } from '../../platform/errors.ts';
import { IS_WRONG, rowIsLeft, settleFaults } from './left-sql.ts';
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
 * Corrects, or drops, each row with the fault that has no correction of its own for it. The new cell is judged once, in the first of them.
 * @returns how many rows @throws NotFound; ValidationFailed beyond the bounds, and when the new cell is at fault, too
 */
export function correctValues(
  db: Database,
  { id, judge }: { readonly id: number; readonly judge: JudgeCells },
  change: ValueCorrection,
): Promise<number> {
  const { groups, column, from, becomes } = change;
  return db.transaction(async (transaction) => {
    const worklist = await lockWorklist(transaction, id);
    const cell = typeof becomes === 'object' ? JSON.stringify({ [String(column)]: becomes.to }) : '{}';
    refuseLong(cell);
    const corrected =
      becomes === 'dropped'
        ? { correction: sql.fragment`r.correction`, dropped: sql.fragment`true`, isWrong: IS_WRONG }
        : {
            correction: sql.fragment`(coalesce(r.correction, '{}') || ${cell}::jsonb)`,
            dropped: sql.fragment`false`,
            isWrong: IS_WRONG,
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
    if (typeof becomes === 'object' && column !== null) {
      const first = await transaction.maybeOne(sql.type(rowAlike)`
        select cells, correction from import_worklist_rows r where ${isAlike} order by row_number, line limit 1
      `);
      if (first !== null) refuseWrong(first, { columns: worklist.columns.length, column, to: becomes.to, judge });
    }
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

const rowAlike = z.object({ cells: z.array(z.string()), correction: z.record(z.string()).nullable() });

/** A cell that rows get in a column. */
interface NewCell {
  readonly columns: number;
  readonly column: number;
  readonly to: string;
  readonly judge: JudgeCells;
}

/** @throws ValidationFailed when the cell is at fault in the row */
function refuseWrong({ cells, correction }: z.infer<typeof rowAlike>, { columns, column, to, judge }: NewCell): void {
  const faults = judge(withCorrection(columns, cells, { ...correction, [column]: to }));
  const fault = faults.find((each) => each.column === column);
  if (fault !== undefined) throw new ValidationFailed(`to is still wrong: ${fault.reason}`);
}
