import { z } from 'zod';
import { sql, timestamp } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import type { ListKindRows } from './operator.ts';

/** What the jobs of a kind are read from. */
export interface LiveRows extends Pick<ListKindRows, 'live'> {
  readonly idPrefix: string;
}

const liveJob = z.object({
  workflowId: z.string(),
  id: z.number(),
  jobType: z.string(),
  organizationId: z.number(),
  mailingListId: z.number(),
  state: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  /** By counter; null for kinds that have none. */
  counters: z.record(z.string(), z.number()).nullable(),
  /** Units per second, measured over the last minute; null when unknown. */
  rate: z.number().nullable(),
  /** From 1 among the waiting jobs of its kind and organization; null for a job that does not wait for its turn. */
  placeInQueue: z.number().nullable(),
  finishedAt: z.date().nullable(),
  errorMessage: z.string().nullable(),
  /** Null for kinds that have no dry runs. */
  isDryRun: z.boolean().nullable(),
});

/** A job with its progress, as its rows and its ledger tell it. */
export type LiveJob = Readonly<z.infer<typeof liveJob>>;

const storedJobs = z.object({
  endedAfter: z.coerce.date(),
  jobs: z.array(liveJob.extend({ finishedAt: z.coerce.date().nullable() })),
});

/** Reads jobs that were written as JSON, with the time after which those have ended that are not unfinished. @throws ZodError */
export function parseLiveJobs(text: string): { readonly endedAfter: Date; readonly jobs: readonly LiveJob[] } {
  return storedJobs.parse(JSON.parse(text));
}

/** Reads the unfinished jobs of the organizations (null: of all), and those that have ended after `endedAfter`, at most `limit`. */
export async function findLiveJobs(
  db: Database,
  kinds: readonly LiveRows[],
  organizationIds: readonly number[] | null,
  endedAfter: Date,
  limit: number,
): Promise<readonly LiveJob[]> {
  const isInReach =
    organizationIds === null
      ? sql.fragment`true`
      : sql.fragment`job.organization_id = any(${sql.array([...organizationIds], 'int8')})`;
  return db.any(sql.type(liveJob)`
    ${liveJobsOf(
      kinds,
      sql.fragment`
      ${isInReach}
      and (job.finished_at is null or job.finished_at > ${timestamp(endedAfter)})`,
    )}
    order by "finishedAt" nulls first, "workflowId"
    limit ${limit}
  `);
}

/** Reads one job; null when there is none. */
export function findLiveJob(db: Database, kind: LiveRows, id: number): Promise<LiveJob | null> {
  return db.maybeOne(sql.type(liveJob)`${liveJobsOf([kind], sql.fragment`job.id = ${id}`)}`);
}

type Fragment = ReturnType<typeof sql.fragment>;

/** Selects the jobs of the kinds that fulfil a condition on `job`, with the columns of a LiveJob. */
export function liveJobsOf(kinds: readonly LiveRows[], condition: Fragment): Fragment {
  const selects = kinds.map(
    ({ idPrefix, live }) => sql.fragment`
      select ${`${idPrefix}/`} || id as "workflowId", id, job_type as "jobType", organization_id as "organizationId",
        mailing_list_id as "mailingListId", state, done, total, counters, rate::float8 as rate,
        place::bigint as "placeInQueue", finished_at as "finishedAt", error as "errorMessage",
        dry_run as "isDryRun"
      from (${live}) job
      where ${condition}`,
  );
  return sql.fragment`${sql.join(selects, sql.fragment` union all `)}`;
}
