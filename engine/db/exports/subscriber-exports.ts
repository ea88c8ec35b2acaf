import { z } from 'zod';
import { isReadable, ofDeleted, readFinishedAt, readState } from '../jobs/deleted-list-jobs.ts';
import { insertJob } from '../jobs/new-jobs.ts';
import { readJobs } from '../jobs/read-jobs.ts';
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

/** The exports that clients read. */
export const subscriberExports = readJobs({ row: subscriberExport, selection, alias: 'e' });

/** Counts the exports of an organization that have not ended. */
export function countUnfinishedExports(db: Database, organizationId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from subscriber_exports
    where organization_id = ${organizationId} and options is not null and finished_at is null
  `);
}

/** Adds an export that has not begun. @returns null, and adds nothing, when the list has been deleted @throws KeyClaimed */
export function insertSubscriberExport(db: Database, row: NewSubscriberExport): Promise<number | null> {
  // The list is held for share: its deletion either sees this export or has been seen here.
  const inserted = sql.fragment`
      with list as (
        select id, organization_id from mailing_lists
        where id = ${row.mailingListId} and deleted_at is null
        for share
      ), numbered as (
        select nextval(pg_get_serial_sequence('subscriber_exports', 'id')) as id
      )
      insert into subscriber_exports
        (id, organization_id, mailing_list_id, name, begins_at, options, file_retention_ms, job_key)
      select numbered.id, list.organization_id, list.id, 'subscriber-export-' || numbered.id || '.csv', now(),
        ${JSON.stringify(row.options)}::jsonb, ${row.fileRetentionMs}, gen_random_uuid()
      from list, numbered
      returning id`;
  return createOnce(db, row.claim, (transaction) =>
    insertJob(transaction, { kind: EXPORT_KIND, by: row.by }, inserted),
  );
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
