import { z } from 'zod';
import { readPage } from '../core/pages.ts';
import { containing, sql, timestamp } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import type { JobTypeRows } from './job-type-rows.ts';
import { unfinished as isUnfinished } from './unfinished.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** The states of every job type. */
export const JOB_STATES = [
  'loading_immediate',
  'idle',
  'scheduled',
  'loading_delayed',
  'estimating',
  'splitting',
  'importing',
  'exporting',
  'undoing',
  'sending',
  'cancelling_jobs',
  'deleting_subscribers',
  'paused',
  'finished',
  'failed',
  'cancelled',
] as const;
export type JobState = (typeof JOB_STATES)[number];

const job = z.object({
  id: z.number(),
  jobType: z.string(),
  name: z.string(),
  state: z.enum(JOB_STATES),
  state2: z.string().nullable(),
  paused: z.boolean(),
  organizationId: z.number(),
  mailingListId: z.number().nullable(),
  suppressionListId: z.number().nullable(),
  progressValue: z.number(),
  progressTotal: z.number().nullable(),
  beginsAt: z.date().nullable(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  retryAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  organizationName: z.string(),
  /** Null for a job without a list. */
  mailingListName: z.string().nullable(),
  /** Null for types that have no dry runs. */
  isDryRun: z.boolean().nullable(),
});
export type BackgroundJob = z.infer<typeof job>;

/** Filter of the jobs of some types; null is no condition. Times are strict bounds, which a time that is null never meets. */
export interface JobFilter {
  types: readonly JobTypeRows[];
  organizationId: number | null;
  unfinished: boolean;
  states: readonly JobState[] | null;
  /** The id, or a part of the name of the job, of its list or, among the jobs of all organizations, of its organization; in any case. */
  search: string | null;
  beginsAt: { after: Date | null; before: Date | null };
  finishedAt: { after: Date | null; before: Date | null };
  /** Retention of exports and campaigns that were cancelled with their list, in milliseconds; imports have one of their own. */
  keptMs: number;
}

/** A page of jobs, the latest first. @throws RequestedTooMany beyond `pageBytes` */
export function listBackgroundJobs(
  db: Database,
  filter: JobFilter,
  page: { limit: number; offset: number },
): Promise<readonly BackgroundJob[]> {
  // Progress of running imports is summed from the ledger, so only of those on the page.
  return readPage(
    db,
    job,
    sql.fragment`
    select j.id, j.job_type as "jobType", j.name, j.state, j.state2, j.paused, j.organization_id as "organizationId",
      j.mailing_list_id as "mailingListId", j.suppression_list_id as "suppressionListId",
      coalesce(j.progress_value, ledger.processed)::bigint as "progressValue", j.progress_total as "progressTotal",
      j.begins_at as "beginsAt", j.started_at as "startedAt", j.finished_at as "finishedAt", j.retry_at as "retryAt",
      j.created_at as "createdAt", j.updated_at as "updatedAt", o.name as "organizationName",
      j.mailing_list_name as "mailingListName", j.dry_run as "isDryRun"
    from (
      select * from (${jobs(filter, (rows) => latest(rows, filter, page))}) every
      order by created_at desc, id desc, job_type
      limit ${page.limit} offset ${page.offset}
    ) j
    join organizations o on o.id = j.organization_id
    cross join lateral (
      select coalesce(sum(c.added + c.updated + c.failed + c.skipped_overwrite + c.skipped_active
          + c.skipped_unsubscribed + c.skipped_scomp + c.skipped_bounced + c.skipped_deactivated
          + c.skipped_duplicate + c.skipped_over_limit), 0)
        + (select coalesce(sum(r.failed), 0) from import_ranges r
           where r.subscriber_import_id = j.id and j.progress_value is null) as processed
      from import_chunks c
      where c.subscriber_import_id = j.id and j.progress_value is null
    ) ledger
    order by j.created_at desc, j.id desc, j.job_type`,
  );
}

export async function countBackgroundJobs(db: Database, filter: JobFilter): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from (${jobs(filter, (rows) => rows)}) every where ${matching(filter)}
  `);
}

/** Rows of one type that can be on the page: indexes have them in this order, and no other name or total is worked out. */
function latest(rows: Fragment, filter: JobFilter, { limit, offset }: { limit: number; offset: number }): Fragment {
  return sql.fragment`
    (select * from (${rows}) rows where ${matching(filter)} order by created_at desc, id desc limit ${limit + offset})`;
}

/** The rows of each type under the same columns. */
function jobs({ types, organizationId, keptMs }: JobFilter, each: (rows: Fragment) => Fragment): Fragment {
  const owned = (table: string) =>
    organizationId === null
      ? sql.fragment`true`
      : sql.fragment`${sql.identifier([table, 'organization_id'])} = ${organizationId}`;
  return sql.fragment`${sql.join(
    types.map(({ select }) => each(select({ owned, keptMs }))),
    sql.fragment` union all `,
  )}`;
}

function matching({ unfinished, states, search, organizationId, beginsAt, finishedAt }: JobFilter): Fragment {
  const conditions = [
    unfinished ? isUnfinished : null,
    search === null ? null : found(search, organizationId === null),
    states === null ? null : sql.fragment`state = any(${sql.array([...states], 'text')})`,
    beginsAt.after === null ? null : sql.fragment`begins_at > ${timestamp(beginsAt.after)}`,
    beginsAt.before === null ? null : sql.fragment`begins_at < ${timestamp(beginsAt.before)}`,
    finishedAt.after === null ? null : sql.fragment`finished_at > ${timestamp(finishedAt.after)}`,
    finishedAt.before === null ? null : sql.fragment`finished_at < ${timestamp(finishedAt.before)}`,
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? sql.fragment`true` : sql.fragment`${sql.join(conditions, sql.fragment` and `)}`;
}

function found(search: string, isOfAll: boolean): Fragment {
  const text = search.trim();
  const part = containing(text);
  const ofOrganization = sql.fragment`or organization_id in (select id from organizations where name ilike ${part})`;
  return sql.fragment`(name ilike ${part} or mailing_list_name ilike ${part} or id::text = ${text}
    ${isOfAll ? ofOrganization : sql.fragment``})`;
}
