import { z } from 'zod';
import { WORKLIST_BOUNDS } from '../../domain/worklist-bounds.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const counts = z.object({
  rows: z.number(),
  left: z.number(),
  dropped: z.number(),
  imported: z.number(),
  /** Corrected rows that no import has taken. */
  ready: z.number(),
});
const groupCount = z.object({ number: z.number(), rows: z.number(), left: z.number() });
const valueCount = groupCount.extend({ value: z.string() });

/** Counts of a worklist, of its groups and of their most frequent cells. */
export interface WorklistCounts extends z.infer<typeof counts> {
  readonly groups: readonly z.infer<typeof groupCount>[];
  /** Of each group in descending order of their rows. */
  readonly values: readonly z.infer<typeof valueCount>[];
}

/** Counts the rows of a worklist. */
export async function countWorklist(db: Database, id: number): Promise<WorklistCounts> {
  const all = await db.one(sql.type(counts)`
    select count(*) as rows, count(*) filter (where is_left) as left, count(*) filter (where dropped) as dropped,
      count(imported_as) as imported, count(*) filter (where ${IS_READY}) as ready
    from import_worklist_rows where subscriber_import_id = ${id}
  `);
  const groups = await db.any(sql.type(groupCount)`
    select group_number as number, count(*) as rows, count(*) filter (where is_left) as left
    from import_worklist_faults where subscriber_import_id = ${id}
    group by group_number
  `);
  const values = await db.any(sql.type(valueCount)`
    select number, value, rows, "left"
    from (
      select group_number as number, cell as value, count(*) as rows, count(*) filter (where is_left) as left,
        row_number() over (partition by group_number order by count(*) desc, cell) as place
      from import_worklist_faults where subscriber_import_id = ${id} and cell is not null
      group by group_number, cell
    ) counted
    where place <= ${WORKLIST_BOUNDS.worklistValues.max}
    order by number, place
  `);
  return { ...all, groups, values };
}

/** The condition that a row is corrected, and that no import has taken it. */
export const IS_READY = sql.fragment`(not is_left and not dropped and imported_as is null)`;
