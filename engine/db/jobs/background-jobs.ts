import { z } from 'zod';
import { endedBefore, isReadable, ofDeleted, readFinishedAt, readState } from './deleted-list-jobs.ts';
import { readPage } from '../core/pages.ts';
import { containing, sql, timestamp } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { RETENTION_IS_OVER } from '../imports/subscriber-imports.ts';
import { unfinished as isUnfinished } from './unfinished.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** Those that are listed unless others are requested. */
const SPECIFIED_TYPES = ['Campaign', 'SubscriberImport', 'SubscriberExport', 'SuppressedAddressImport'] as const;
export const JOB_TYPES = [...SPECIFIED_TYPES, 'MailingListDeletion'] as const;
export type JobType = (typeof JOB_TYPES)[number];

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
  jobType: z.enum(JOB_TYPES),
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

/** Which jobs; null everywhere asks for nothing. Times are strict bounds, which a time that is null never meets. */
export interface JobFilter {
  organizationId: number | null;
  unfinished: boolean;
  states: readonly JobState[] | null;
  types: readonly JobType[] | null;
  /** The id, or a part of the name of the job, of its list or, among the jobs of all organizations, of its organization; in any case. */
  search: string | null;
  beginsAt: { after: Date | null; before: Date | null };
  finishedAt: { after: Date | null; before: Date | null };
  /** How long exports and campaigns that were cancelled with their list can be read; imports say it themselves. */
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
      select * from (${jobs(filter, (kind) => latest(kind, filter, page))}) every
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
    select count(*) from (${jobs(filter, (kind) => kind)}) every where ${matching(filter)}
  `);
}

const importName = sql.fragment`case i.options -> 'file_source' ->> 'type'
  when 'url' then coalesce(nullif(substring(
    regexp_replace(i.options -> 'file_source' ->> 'url', '^[a-z]+://[^/]*|[?#].*$', '', 'gi') from '[^/]*$'), ''),
    i.options -> 'file_source' ->> 'url')
  else coalesce(i.options -> 'file_source' ->> 'filename', 'data') end`;

/** Rows of one kind that can be on the page: indexes have them in this order, and no other name or total is worked out. */
function latest(kind: Fragment, filter: JobFilter, { limit, offset }: { limit: number; offset: number }): Fragment {
  return sql.fragment`
    (select * from (${kind}) kind where ${matching(filter)} order by created_at desc, id desc limit ${limit + offset})`;
}

/** The rows of each kind under the same columns; kinds that are not asked for are not read. */
function jobs({ types, organizationId, keptMs }: JobFilter, each: (kind: Fragment) => Fragment): Fragment {
  const owned = (table: string) =>
    organizationId === null
      ? sql.fragment`true`
      : sql.fragment`${sql.identifier([table, 'organization_id'])} = ${organizationId}`;
  const kinds: Record<JobType, Fragment> = {
    Campaign: sql.fragment`
      select 'Campaign' as job_type, c.id, c.name, ${readState('c')} as state,
        ${ofDeleted(sql.fragment`c.state2`, sql.fragment`'terminated'`)} as state2,
        c.paused and l.deleted_at is null as paused, c.organization_id, c.mailing_list_id,
        null::bigint as suppression_list_id, c.progress_value, c.progress_total, c.begins_at, c.started_at,
        ${readFinishedAt('c')} as finished_at, ${ofDeleted(sql.fragment`c.retry_at`, sql.fragment`null`)} as retry_at,
        c.created_at, greatest(c.updated_at, l.deleted_at) as updated_at, l.name as mailing_list_name, null::boolean as dry_run
      from campaigns c join mailing_lists l on l.id = c.mailing_list_id
      where ${owned('c')} and ${isReadable('c', endedBefore('c', keptMs))}
        and (l.deleted_at is null or c.state <> 'idle')`,
    SubscriberImport: sql.fragment`
      select 'SubscriberImport' as job_type, i.id, ${importName} as name,
        ${ofDeleted(sql.fragment`replace(i.state, 'downloading', 'loading_delayed')`, sql.fragment`'cancelled'`)} as state,
        null::text as state2, i.state = 'paused' and l.deleted_at is null as paused, i.organization_id, i.mailing_list_id, null::bigint as suppression_list_id,
        (select sum(value::bigint)::bigint from jsonb_each_text(i.totals)) as progress_value,
        i.number_of_records as progress_total, i.begins_at, i.started_at, ${readFinishedAt('i')} as finished_at,
        null::timestamptz as retry_at, i.created_at,
        coalesce(${readFinishedAt('i')}, i.started_at, i.created_at) as updated_at, l.name as mailing_list_name, i.dry_run
      from subscriber_imports i join mailing_lists l on l.id = i.mailing_list_id
      where ${owned('i')} and ${isReadable('i', RETENTION_IS_OVER)}`,
    SubscriberExport: sql.fragment`
      select 'SubscriberExport' as job_type, e.id, e.name, ${readState('e')} as state, null::text as state2,
        e.state = 'paused' and l.deleted_at is null as paused,
        e.organization_id, e.mailing_list_id, null::bigint as suppression_list_id, e.progress_value, e.progress_total,
        e.begins_at, e.started_at, ${readFinishedAt('e')} as finished_at,
        ${ofDeleted(sql.fragment`e.retry_at`, sql.fragment`null`)} as retry_at, e.created_at,
        greatest(e.updated_at, l.deleted_at) as updated_at, l.name as mailing_list_name, null::boolean as dry_run
      from subscriber_exports e join mailing_lists l on l.id = e.mailing_list_id
      where ${owned('e')} and ${isReadable('e', endedBefore('e', keptMs))}`,
    SuppressedAddressImport: sql.fragment`
      select 'SuppressedAddressImport' as job_type, s.id, s.name, s.state, null::text as state2, s.state = 'paused' as paused,
        s.organization_id, null::bigint as mailing_list_id, s.suppression_list_id, s.progress_value, s.progress_total,
        s.begins_at, s.started_at, s.finished_at, s.retry_at, s.created_at, s.updated_at,
        null::text as mailing_list_name, null::boolean as dry_run
      from suppressed_address_imports s
      where ${owned('s')}`,
    MailingListDeletion: sql.fragment`
      select 'MailingListDeletion' as job_type, d.mailing_list_id as id, l.name, d.state, null::text as state2,
        d.state = 'paused' as paused, d.organization_id, d.mailing_list_id, null::bigint as suppression_list_id,
        d.subscribers_deleted as progress_value, d.subscribers_total as progress_total, null::timestamptz as begins_at,
        d.created_at as started_at, d.finished_at, null::timestamptz as retry_at, d.created_at,
        coalesce(d.finished_at, d.created_at) as updated_at, l.name as mailing_list_name, null::boolean as dry_run
      from list_deletions d join mailing_lists l on l.id = d.mailing_list_id
      where ${owned('d')}`,
  };
  const asked = types === null ? SPECIFIED_TYPES : JOB_TYPES.filter((type) => types.includes(type));
  return sql.fragment`${sql.join(
    asked.map((type) => each(kinds[type])),
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
