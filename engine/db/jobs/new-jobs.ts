import { z } from 'zod';
import type { JobRows } from '../core/own-row.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import type { CallerIdentity } from '../accounts/caller.ts';
import { insertCommandOfCaller } from './job-activity.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** Reserves the next id of a table of jobs, so that files can be stored under it before the row exists. */
export function reserveJobId(db: Database, { table }: Pick<JobRows, 'table'>): Promise<number> {
  return db.oneFirst(sql.type(z.object({ id: z.number() }))`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id
  `);
}

/**
 * Inserts the row of a job that has not begun, with the command of the caller that creates it. `insert` returns its id, and
 * what `further` parts of the statement read.
 * @returns null when nothing is inserted
 */
export function insertJob(
  db: Database,
  { kind, by }: { readonly kind: string; readonly by: CallerIdentity },
  insert: Fragment,
  further: Fragment = sql.fragment``,
): Promise<number | null> {
  return db.maybeOneFirst(sql.type(z.object({ id: z.number() }))`
    with created as (${insert}), noted as (
      ${insertCommandOfCaller(by, { kind, command: 'create' }, sql.fragment`select id from created`)}
    )${further}
    select id from created
  `);
}

/** Notes that the workflow of a job is known to run, so that maintenance does not start it. */
export async function noteJobStarted(db: Database, { table, idColumn }: JobRows, id: number): Promise<void> {
  await db.query(sql.unsafe`
    update ${sql.identifier([table])} set workflow_started_at = now()
    where ${sql.identifier([idColumn])} = ${id} and workflow_started_at is null
  `);
}
