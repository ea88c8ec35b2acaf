import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import type { ClientKindRows } from './operator.ts';

/** Queries by which the jobs of a kind are read, and the prefix of their workflow ids. */
export interface LiveRows extends Pick<ClientKindRows, 'live' | 'queue'> {
  readonly idPrefix: string;
}

export const liveJob = z.object({
  workflowId: z.string(),
  id: z.number(),
  jobType: z.string(),
  organizationId: z.number(),
  /** Null for a job without a list. */
  mailingListId: z.number().nullable(),
  state: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  /** By counter; null for kinds that have none. */
  counters: z.record(z.string(), z.number()).nullable(),
  /** Units per second, measured over the last minute; null when unknown. */
  rate: z.number().nullable(),
  /** From 1 among the waiting jobs of its kind and organization; null for a job that does not wait for a slot. */
  placeInQueue: z.number().nullable(),
  finishedAt: z.date().nullable(),
  errorMessage: z.string().nullable(),
  /** Null for kinds that have no dry runs. */
  isDryRun: z.boolean().nullable(),
});

/** A job with its progress, as its rows and its ledger tell it. */
export type LiveJob = Readonly<z.infer<typeof liveJob>>;

type Fragment = ReturnType<typeof sql.fragment>;

/** Reads one job; null when there is none. */
export function findLiveJob(db: Database, kind: LiveRows, id: number): Promise<LiveJob | null> {
  // The queue of one organization, and of none unless the job waits.
  const place = sql.fragment`lateral (
    select queued.id, queued.place from (${queueOf(kind)}) queued
     where queued.organization_id = job.organization_id and job.is_waiting)`;
  return db.maybeOne(sql.type(liveJob)`${liveJobsOfKind(kind, place, sql.fragment`where job.id = ${id}`)}`);
}

/** Selects the jobs of the kinds that fulfil a condition on `job`, with the columns of a LiveJob. */
export function liveJobsOf(kinds: readonly LiveRows[], condition: Fragment): Fragment {
  const selects = kinds.map((kind) =>
    liveJobsOfKind(kind, sql.fragment`(${queueOf(kind)})`, sql.fragment`where ${condition}`),
  );
  return sql.fragment`${sql.join(selects, sql.fragment` union all `)}`;
}

/**
 * Selects jobs of a kind with the columns of a LiveJob, and "isIdle". `places` selects id and place of those that wait; `rest` is what
 * follows the tables, which are `job` and `waiting`.
 */
export function liveJobsOfKind({ idPrefix, live }: LiveRows, places: Fragment, rest: Fragment): Fragment {
  return sql.fragment`
    select ${`${idPrefix}/`} || job.id as "workflowId", job.id, job_type as "jobType", job.organization_id as "organizationId",
      mailing_list_id as "mailingListId", state, done, total, counters, rate::float8 as rate,
      waiting.place::bigint as "placeInQueue", finished_at as "finishedAt", error as "errorMessage",
      dry_run as "isDryRun", is_idle as "isIdle"
    from (${live}) job
    left join ${places} waiting on waiting.id = job.id
    ${rest}`;
}

/** Selects the waiting jobs of a kind with their places: none for a kind whose jobs do not wait. */
export function queueOf({ queue }: LiveRows): Fragment {
  return queue ?? NO_QUEUE;
}

const NO_QUEUE = sql.fragment`select null::bigint as id, null::bigint as organization_id, null::bigint as place where false`;
