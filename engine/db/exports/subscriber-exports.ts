import { z } from 'zod';
import { isReadable, ofDeleted, readFinishedAt, readState } from '../jobs/deleted-list-jobs.ts';
import { insertCommandOfCaller } from '../jobs/job-activity.ts';
import { readPage } from '../core/pages.ts';
import { createOnce } from '../idempotency/claim-key.ts';
import type { KeyClaim } from '../idempotency/key-claim.ts';
import type { CallerIdentity } from '../accounts/caller.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { exportOptions } from './options.ts';
import type { ExportOptions } from './options.ts';

/** The name of this kind of job, which records about jobs of all kinds hold. */
export const EXPORT_KIND = 'subscriber_export';

/** The states of an export. */
export const EXPORT_STATES = ['idle', 'estimating', 'exporting', 'paused', 'finished', 'failed', 'cancelled'] as const;

const subscriberExport = z.object({
  id: z.number(),
  jobKey: z.string().nullable(),
  organizationId: z.number(),
  mailingListId: z.number(),
  mailingListName: z.string(),
  name: z.string(),
  state: z.enum(EXPORT_STATES),
  options: exportOptions,
  errorMessage: z.string().nullable(),
  exported: z.number(),
  total: z.number().nullable(),
  fileBytes: z.number().nullable(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  /** Time at which the file is deleted; null for an export without one. */
  expiresAt: z.date().nullable(),
  workflowStartedAt: z.date().nullable(),
});
export type SubscriberExport = z.infer<typeof subscriberExport>;

/** Exports of one list, or (`mailingListId` null) of every list of the organization. */
export interface ExportFilter {
  readonly organizationId: number;
  readonly mailingListId: number | null;
}

/** An export as it is asked for. */
export interface NewSubscriberExport {
  readonly mailingListId: number;
  readonly options: ExportOptions;
  /** Retention of its file; milliseconds. */
  readonly fileRetentionMs: number;
  /** The caller that creates it. */
  readonly by: CallerIdentity;
  /** The idempotency key that the call was sent with. */
  readonly claim: KeyClaim | null;
}

const expiry = sql.fragment`e.finished_at + make_interval(secs => e.file_retention_ms / 1000.0)`;

/**
 * The exports that can be read, as they are read: of a deleted list those that its deletion has cancelled, as cancelled.
 * Exports that a fixture loaded have no options: they are background jobs and nothing else.
 */
const selection = sql.fragment`
  select e.id, e.job_key as "jobKey", e.organization_id as "organizationId", e.mailing_list_id as "mailingListId", l.name as "mailingListName",
    e.name, ${readState('e')} as state, e.options,
    ${ofDeleted(sql.fragment`e.error_message`, sql.fragment`null`)} as "errorMessage", e.progress_value as exported,
    e.progress_total as total, e.file_bytes as "fileBytes", e.created_at as "createdAt", e.started_at as "startedAt",
    ${readFinishedAt('e')} as "finishedAt",
    case when e.state = 'finished' then ${expiry} end as "expiresAt",
    e.workflow_started_at as "workflowStartedAt"
  from subscriber_exports e
  join mailing_lists l on l.id = e.mailing_list_id
  where e.options is not null and ${isReadable('e', sql.fragment`${expiry} <= now()`)}`;

/** The export of that id, if it can be read; `organizationId` null looks in every organization. */
export function findSubscriberExport(
  db: Database,
  id: number,
  organizationId: number | null,
): Promise<SubscriberExport | null> {
  return db.maybeOne(sql.type(subscriberExport)`
    ${selection} and e.id = ${id} and (${organizationId}::bigint is null or e.organization_id = ${organizationId})
  `);
}

/** A page of exports, the latest first. @throws RequestedTooMany beyond `pageBytes` */
export function listSubscriberExports(
  db: Database,
  filter: ExportFilter,
  page: { limit: number; offset: number },
): Promise<readonly SubscriberExport[]> {
  return readPage(
    db,
    subscriberExport,
    sql.fragment`
    ${selection} and ${matching(filter)}
    order by e.created_at desc, e.id desc
    limit ${page.limit} offset ${page.offset}`,
  );
}

export function countSubscriberExports(db: Database, filter: ExportFilter): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from (${selection} and ${matching(filter)}) exports
  `);
}

/** Counts the exports of an organization that have not ended. */
export function countUnfinishedExports(db: Database, organizationId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from subscriber_exports
    where organization_id = ${organizationId} and options is not null and finished_at is null
  `);
}

/** Adds an export that has not begun. @returns null, and adds nothing, when the list has been deleted @throws KeyClaimed */
export function insertSubscriberExport(db: Database, row: NewSubscriberExport): Promise<number | null> {
  return createOnce(db, row.claim, (transaction) => insert(transaction, row));
}

function insert(db: Database, row: NewSubscriberExport): Promise<number | null> {
  // The list is held for share: its deletion either sees this export or has been seen here.
  return db.maybeOneFirst(sql.type(z.object({ id: z.number() }))`
    with list as (
      select id, organization_id from mailing_lists
      where id = ${row.mailingListId} and deleted_at is null
      for share
    ), numbered as (
      select nextval(pg_get_serial_sequence('subscriber_exports', 'id')) as id
    ), created as (
      insert into subscriber_exports
        (id, organization_id, mailing_list_id, name, begins_at, options, file_retention_ms, job_key)
      select numbered.id, list.organization_id, list.id, 'subscriber-export-' || numbered.id || '.csv', now(),
        ${JSON.stringify(row.options)}::jsonb, ${row.fileRetentionMs}, gen_random_uuid()
      from list, numbered
      returning id
    ), noted as (
      ${insertCommandOfCaller(row.by, { kind: EXPORT_KIND, command: 'create' }, sql.fragment`select id from created`)}
    )
    select id from created
  `);
}

/** Notes that the workflow is known to run, so that maintenance does not start it. */
export async function noteExportStarted(db: Database, id: number): Promise<void> {
  await db.query(sql.unsafe`
    update subscriber_exports set workflow_started_at = now() where id = ${id} and workflow_started_at is null
  `);
}

/** The file of a finished export: its parts in order. */
export interface ExportFile {
  readonly snapshot: number;
  readonly parts: number;
  readonly bytes: number;
}

/** The file of an export; null before it is finished and from the moment at which its retention is over. */
export function findExportFile(db: Database, id: number): Promise<ExportFile | null> {
  return db.maybeOne(sql.type(z.object({ snapshot: z.number(), parts: z.number(), bytes: z.number() }))`
    select e.snapshot, e.file_bytes as bytes,
      (select count(*) from export_parts p where p.subscriber_export_id = e.id) as parts
    from subscriber_exports e
    join mailing_lists l on l.id = e.mailing_list_id and l.deleted_at is null
    where e.id = ${id} and e.state = 'finished' and e.options is not null and e.purged_at is null and ${expiry} > now()
  `);
}

function matching({ organizationId, mailingListId }: ExportFilter) {
  const inList = mailingListId === null ? sql.fragment`true` : sql.fragment`e.mailing_list_id = ${mailingListId}`;
  return sql.fragment`e.organization_id = ${organizationId} and ${inList}`;
}
