import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import type { ClientKindRows } from './operator.ts';

const taskBand = z.object({
  work: z.string(),
  /** The tasks of this work in all. */
  total: z.number(),
  /** The lowest number of the band. */
  first: z.number(),
  tasks: z.number(),
  done: z.number(),
});

/** Tasks of a job that follow one another, and how many of them are done. */
export type TaskBand = Readonly<z.infer<typeof taskBand>>;

/** Reads the tasks of a job in their order, as at most `bands` bands of each work; a job of few tasks has one in each band. */
export async function readTaskBands(
  db: Database,
  { tasks }: Pick<ClientKindRows, 'tasks'>,
  id: number,
  bands: number,
): Promise<readonly TaskBand[]> {
  if (tasks === undefined) return [];
  return db.any(sql.type(taskBand)`
    with task as materialized (
      select work, number, is_done, (count(*) over (partition by work))::integer as total
      from (${tasks}) task where job_id = ${id}
    )
    select work, total, min(number)::integer as first, count(*)::integer as tasks,
      (count(*) filter (where is_done))::integer as done
    from task
    group by work, total, number / ceil(total / ${bands}::numeric)::integer
    order by work, first`);
}

/** Reads the numbers of the first tasks of one work that are not done, at most `limit`. */
export async function readOpenTasks(
  db: Database,
  { tasks }: Pick<ClientKindRows, 'tasks'>,
  { id, work, limit }: { readonly id: number; readonly work: string; readonly limit: number },
): Promise<readonly number[]> {
  if (tasks === undefined || limit === 0) return [];
  return db.anyFirst(sql.type(z.object({ number: z.number() }))`
    select number from (${tasks}) task
    where job_id = ${id} and work = ${work} and not is_done
    order by number limit ${limit}`);
}
