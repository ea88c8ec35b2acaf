import { z } from 'zod';
import { IMPORT_UNDO_KIND, IMPORT_UNDO_STATES, importUndoOptions, UNDO_COUNTERS } from '../../domain/import-undos.ts';
import type { ImportUndoOptions, UndoCounter } from '../../domain/import-undos.ts';
import type { CallerIdentity } from '../accounts/caller.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { createOnce } from '../idempotency/claim-key.ts';
import type { KeyClaim } from '../idempotency/key-claim.ts';
import { isReadable, ofDeleted, readFinishedAt, readState } from '../jobs/deleted-list-jobs.ts';
import { insertJob } from '../jobs/new-jobs.ts';
import { readJobs } from '../jobs/read-jobs.ts';

const counters = z.object(
  Object.fromEntries(UNDO_COUNTERS.map((name) => [name, z.number()])) as Record<UndoCounter, z.ZodNumber>,
);

const importUndo = z.object({
  id: z.number(),
  jobKey: z.string().nullable(),
  organizationId: z.number(),
  mailingListId: z.number(),
  mailingListName: z.string(),
  importId: z.number(),
  state: z.enum(IMPORT_UNDO_STATES),
  options: importUndoOptions,
  errorMessage: z.string().nullable(),
  /** Subscribers that have an outcome. */
  undone: z.number(),
  /** Null before the first slice. */
  total: z.number().nullable(),
  counters,
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  workflowStartedAt: z.date().nullable(),
});
export type ImportUndo = Readonly<z.infer<typeof importUndo>>;

const retentionIsOver = sql.fragment`u.finished_at + make_interval(secs => u.log_retention_ms / 1000.0) <= now()`;

/** The undos that can be read, as they are read: of a deleted list those that its deletion has cancelled, as cancelled. */
const selection = sql.fragment`
  select u.id, u.job_key as "jobKey", u.organization_id as "organizationId", u.mailing_list_id as "mailingListId",
    l.name as "mailingListName", u.subscriber_import_id as "importId", ${readState('u')} as state, u.options,
    ${ofDeleted(sql.fragment`u.error_message`, sql.fragment`null`)} as "errorMessage", u.progress_value as undone,
    u.progress_total as total, jsonb_build_object(${sql.join(
      UNDO_COUNTERS.map((name) => sql.fragment`${sql.literalValue(name)}, ${sql.identifier(['u', name])}`),
      sql.fragment`, `,
    )}) as counters,
    u.created_at as "createdAt", u.started_at as "startedAt", ${readFinishedAt('u')} as "finishedAt",
    u.workflow_started_at as "workflowStartedAt"
  from import_undos u
  join mailing_lists l on l.id = u.mailing_list_id
  where ${isReadable('u', retentionIsOver)}`;

/** The undos that clients read. */
export const importUndos = readJobs({ row: importUndo, selection, alias: 'u' });

/** Counts the undos of an organization that have not ended. */
export function countUnfinishedUndos(db: Database, organizationId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from import_undos where organization_id = ${organizationId} and finished_at is null
  `);
}

/** An undo as it is created. */
export interface NewImportUndo {
  readonly importId: number;
  readonly options: ImportUndoOptions;
  /** Retention of its logs; milliseconds. */
  readonly logRetentionMs: number;
  /** The caller that creates it. */
  readonly by: CallerIdentity;
  /** The idempotency key that the call was sent with. */
  readonly claim: KeyClaim | null;
}

/**
 * Adds an undo that has not begun, unless the import has not ended or was purged, or its list was deleted: then null is returned. The import is
 * held for share: a restart or a purge of it either sees this undo or has been seen here. So are the other ended imports of the list,
 * by whose before-images the undo knows what is theirs: none is purged before the undo has ended.
 * @throws KeyClaimed; UniqueIntegrityConstraintViolationError when there is an undo of it
 */
export function insertImportUndo(db: Database, row: NewImportUndo): Promise<number | null> {
  const inserted = sql.fragment`
    with undone as (
      select id, organization_id, mailing_list_id from subscriber_imports
      where id = ${row.importId} and finished_at is not null and purged_at is null
      for share
    ), list as (
      select l.id from mailing_lists l join undone on undone.mailing_list_id = l.id where l.deleted_at is null
      for share of l
    ), others as (
      select i.id from subscriber_imports i join undone on undone.mailing_list_id = i.mailing_list_id
      where i.finished_at is not null and i.purged_at is null and not i.dry_run
      for key share of i
    )
    insert into import_undos (organization_id, mailing_list_id, subscriber_import_id, options, log_retention_ms, job_key)
    select undone.organization_id, list.id, undone.id, ${JSON.stringify(row.options)}::jsonb, ${row.logRetentionMs}, gen_random_uuid()
    from undone, list
    where (select count(*) from others) >= 0
    returning id`;
  return createOnce(db, row.claim, (transaction) =>
    insertJob(transaction, { kind: IMPORT_UNDO_KIND, by: row.by }, inserted),
  );
}
