import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import type { JobRows } from '../core/own-row.ts';
import type { JobTypeRows } from './job-type-rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** Table and queries of the jobs of a kind. */
export interface KindRows {
  /** The table that has a row of each job, with its key in `job_key`. */
  readonly jobRows: JobRows;
  /**
   * Selects all its jobs: id, job_key, state, organization_id, mailing_list_id (null for jobs without a list), done, total, began_at, ended_at (both
   * ISO 8601), error, can_restart, dry_run (null for a kind that has none).
   */
  readonly rows: Fragment;
  /** Selects the state of each of its unfinished jobs, by an index. */
  readonly unfinished: Fragment;
}

/** Rows of a kind whose jobs clients see. */
export interface ClientKindRows extends KindRows {
  /**
   * Selects all its jobs with their progress: id, job_type, organization_id, mailing_list_id, state, done, total, counters, rate (units
   * per second), is_idle (it has no slot), is_waiting (for a slot), finished_at, error, dry_run.
   */
  readonly live: Fragment;
  /**
   * Selects the waiting jobs: id, organization_id, place (from 1, in the queue of the organization). A condition on organization_id makes
   * Postgres read those of one organization. Absent for a kind whose jobs do not wait.
   */
  readonly queue?: Fragment;
  /** Selects the tasks of all its jobs: job_id, work, number (from 0, for each work), is_done. Absent for a kind without tasks. */
  readonly tasks?: Fragment;
  /** Selects the same jobs for the list of background jobs of the API. */
  readonly listed: JobTypeRows;
}

/** The names of a kind. */
interface KindNames {
  readonly name: string;
  readonly idPrefix: string;
}

type NamedRows = KindRows & KindNames;

const operatorJob = z.object({
  workflowId: z.string(),
  /** Absent while only Temporal has the job. */
  jobKey: z.string().nullable().optional(),
  /** The name of its kind. */
  kind: z.string(),
  state: z.string(),
  organizationId: z.number(),
  /** Null while only Temporal has the job. */
  organizationName: z.string().nullable(),
  /** Null for a job without a list. */
  mailingListId: z.number().nullable(),
  mailingListName: z.string().nullable(),
  /** In the unit of its kind. */
  done: z.number(),
  total: z.number().nullable(),
  beganAt: z.string(),
  endedAt: z.string().nullable(),
  error: z.string().nullable(),
  /** Whether it has failed and can be restarted from its ledger. */
  canRestart: z.boolean(),
  /** Null for a kind that has no dry runs. */
  isDryRun: z.boolean().nullable(),
});

/** A job for operators, from its row and its ledger; times are ISO 8601. */
export type OperatorJob = Readonly<z.infer<typeof operatorJob>>;

/** Filter for the list of an operator; null: no condition. */
export interface OperatorJobFilter {
  readonly kind: string | null;
  readonly state: string | null;
  readonly organizationId: number | null;
  readonly mailingListId: number | null;
}

/** Lists unfinished jobs, and failed ones that can be restarted, the oldest first. */
export async function findOpenJobs(
  db: Database,
  kinds: readonly NamedRows[],
  filter: OperatorJobFilter,
): Promise<readonly OperatorJob[]> {
  const { rows } = await db.query(sql.type(operatorJob)`
    select * from (${jobsOf(kinds)}) job
     where ("endedAt" is null or "canRestart")
       and (${filter.kind}::text is null or kind = ${filter.kind})
       and (${filter.state}::text is null or state = ${filter.state})
       and (${filter.organizationId}::bigint is null or "organizationId" = ${filter.organizationId})
       and (${filter.mailingListId}::bigint is null or "mailingListId" = ${filter.mailingListId})
     order by "beganAt", "workflowId"`);
  return rows;
}

/** Finds a job, ended or not, by its workflow id; null when there is none. */
export function findJob(db: Database, kinds: readonly NamedRows[], workflowId: string): Promise<OperatorJob | null> {
  return db.maybeOne(sql.type(operatorJob)`select * from (${jobsOf(kinds)}) job where "workflowId" = ${workflowId}`);
}

/** Finds a job of a kind by its id; null when there is none. */
export function findJobOfKind(db: Database, kind: NamedRows, id: number): Promise<OperatorJob | null> {
  return db.maybeOne(sql.type(operatorJob)`${jobOfKind(kind, id)}`);
}

const jobCount = z.object({ kind: z.string(), state: z.string(), count: z.number() });

/** Counts the unfinished jobs of each kind by state; a state without jobs is left out. */
export function countUnfinishedJobs(
  db: Database,
  kinds: readonly NamedRows[],
): Promise<readonly z.infer<typeof jobCount>[]> {
  const counts = kinds.map(
    ({ name, unfinished }) => sql.fragment`
      select ${name} as kind, state, count(*) from (${unfinished}) unfinished group by state`,
  );
  return db.any(sql.type(jobCount)`${sql.join(counts, sql.fragment` union all `)}`);
}

/** Formats a column with a time in ISO 8601 and UTC, to the second. */
export function iso(column: string): Fragment {
  return sql.fragment`to_char(${sql.identifier(column.split('.'))} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

function jobOfKind(kind: NamedRows, id: number): Fragment {
  return sql.fragment`
    select "workflowId", "jobKey", kind, state, "organizationId", "organizationName", "mailingListId", "mailingListName", done, total,
      "beganAt", "endedAt", error, "canRestart", "isDryRun"
    from (${jobsOf([kind])}) job where id = ${id}`;
}

function jobsOf(kinds: readonly NamedRows[]): Fragment {
  const selects = kinds.map(
    ({ name, idPrefix, rows }) => sql.fragment`
      select job.id, ${`${idPrefix}/`} || job.id as "workflowId", job.job_key as "jobKey", ${name} as kind, job.state,
        job.organization_id as "organizationId", o.name as "organizationName", job.mailing_list_id as "mailingListId",
        l.name as "mailingListName", job.done, job.total, job.began_at as "beganAt", job.ended_at as "endedAt", job.error,
        job.can_restart as "canRestart", job.dry_run as "isDryRun"
      from (${rows}) job
      join organizations o on o.id = job.organization_id
      left join mailing_lists l on l.id = job.mailing_list_id`,
  );
  return sql.fragment`${sql.join(selects, sql.fragment` union all `)}`;
}
