import { z } from 'zod';
import { EXTENSION_BOUNDS } from '../../domain/extension-bounds.ts';
import type { CallerIdentity } from '../accounts/caller.ts';
import type { Queryable } from '../core/connections.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** A job, by the name of its kind and the id of its row. */
export interface JobReference {
  readonly kind: string;
  readonly id: number;
}

/** A command as the workflow of a job reports it; `at` is ISO 8601, `by` is null when the command carried no sender. */
export interface TakenCommand {
  readonly command: string;
  readonly at: string;
  readonly by: { readonly type: string; readonly id?: number; readonly name?: string } | null;
}

/**
 * Records commands of a job, each once however often it is reported, with the present names of API keys and users. Of more than
 * the bound, the creation and the newest commands are kept.
 */
export async function recordCommands(
  pool: Queryable,
  job: JobReference,
  commands: readonly TakenCommand[],
): Promise<void> {
  if (commands.length === 0) return;
  const entries = commands.map(({ command, at, by }) => ({ command, at, ...by }));
  await pool.query(INSERT, [job.kind, job.id, JSON.stringify(entries)]);
  await pool.query(FORGET_OLDEST, [job.kind, job.id, EXTENSION_BOUNDS.jobActivity.max - 1]);
}

const INSERT = `
  insert into job_activity (job_kind, job_id, at, command, actor_type, actor_id, actor_name)
  select $1, $2, c.at, c.command, coalesce(c.type, 'temporal'), c.id,
    coalesce(c.name, case c.type
      when 'api_key' then (select k.name from api_keys k where k.id = c.id)
      when 'user' then (select u.full_name from users u where u.id = c.id)
    end)
  from jsonb_to_recordset($3::jsonb) as c (at timestamptz, command text, type text, id bigint, name text)
  on conflict do nothing`;

const FORGET_OLDEST = `
  delete from job_activity
   where job_kind = $1 and job_id = $2 and command <> 'create'
     and at <= (select at from job_activity
                 where job_kind = $1 and job_id = $2 and command <> 'create'
                 order by at desc offset $3 limit 1)`;

type Fragment = ReturnType<typeof sql.fragment>;

/**
 * The statement that records a command of a caller that no workflow takes, for the statement that performs it. `jobs` selects
 * the ids of the jobs.
 */
export function insertCommandOfCaller(
  by: CallerIdentity,
  { kind, command }: { readonly kind: string; readonly command: 'create' | 'start' },
  jobs: Fragment,
): Fragment {
  return sql.fragment`
    insert into job_activity (job_kind, job_id, at, command, actor_type, actor_id, actor_name)
    select ${kind}, jobs.id, now(), ${command}, ${by.type}, ${by.id}, (${nameOf(by)})
    from (${jobs}) jobs`;
}

function nameOf({ type, id }: CallerIdentity): Fragment {
  if (type === 'api_key') return sql.fragment`select name from api_keys where id = ${id}`;
  return sql.fragment`select full_name from users where id = ${id}`;
}

const entry = z.object({
  at: z.date(),
  command: z.string(),
  actorType: z.string(),
  actorId: z.number().nullable(),
  actorName: z.string().nullable(),
  /** Reason of the limit that paused the job; null for other entries. */
  reason: z.string().nullable(),
});

/** A command of a job with its sender. */
export type JobActivity = Readonly<z.infer<typeof entry>>;

/** The commands of a job, the oldest first. */
export function listJobActivity(db: Database, { kind, id }: JobReference): Promise<readonly JobActivity[]> {
  return db.any(sql.type(entry)`
    select at, command, actor_type as "actorType", actor_id as "actorId", actor_name as "actorName",
      reason
    from job_activity
    where job_kind = ${kind} and job_id = ${id}
    order by at, command
    limit ${EXTENSION_BOUNDS.jobActivity.max}
  `);
}

const creator = z.object({ type: z.string(), id: z.number().nullable(), name: z.string().nullable() });
/** The sender of the first command of a job. */
export type JobCreator = Readonly<z.infer<typeof creator>>;

/** The creators of jobs of a kind, by the id of the job; a job without a recorded command is missing. */
export async function findJobCreators(
  db: Database,
  kind: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, JobCreator>> {
  const found = await db.any(sql.type(creator.extend({ job: z.number() }))`
    select distinct on (job_id) job_id as job, actor_type as type, actor_id as id, actor_name as name
    from job_activity
    where job_kind = ${kind} and job_id = any(${sql.array([...ids], 'int8')})
    order by job_id, at, command
  `);
  return new Map(found.map(({ job, ...by }) => [job, by]));
}
