import { IMPORT_KIND } from '../../domain/subscriber-imports.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';
import type { SourceFormat } from '../../csv/source-format.ts';
import type { Notice } from '../../domain/notices.ts';
import type { ImportPolicy } from '../../platform/config.ts';
import { createOnce } from '../idempotency/claim-key.ts';
import type { KeyClaim } from '../idempotency/key-claim.ts';
import type { CallerIdentity } from '../accounts/caller.ts';
import { insertCommandOfCaller } from '../jobs/job-activity.ts';
import { insertJob } from '../jobs/new-jobs.ts';
import { bytesOf, insertWithinRoom } from '../sources/new-source.ts';
import type { SourceRoom, StoredSource } from '../sources/new-source.ts';
import { sql, timestamp } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** An import as it is created: scheduled, with nothing done. */
export interface NewSubscriberImport {
  id: number;
  /** A random UUID, which its workflow and its files have too. */
  jobKey: string;
  mailingListId: number;
  /** Null: now, by the clock of the database. */
  beginsAt: Date | null;
  options: ImportOptions;
  /** Notices about its file from its creation. */
  notices: readonly Notice[];
  /** Format of its stored source, where it differs from the options. */
  sourceFormat: SourceFormat;
  policy: ImportPolicy;
  /** The stored source; null: a worker fetches it. */
  source: StoredSource | null;
  /** The caller that creates it. */
  by: CallerIdentity;
  /** The idempotency key that the call was sent with. */
  claim: KeyClaim | null;
  /** The dry run that is started as this import. */
  dryRunId?: number;
  /** The import whose corrected rows it has. */
  parentId?: number;
}

/**
 * Adds a scheduled import; with `room`, if its source fits into what others leave of it, however many are added at the same time.
 * @returns false, and adds nothing, when the list has been deleted
 * @throws UniqueIntegrityConstraintViolationError when its dry run was started before, KeyClaimed, ValidationFailed without room
 */
export async function insertSubscriberImport(
  db: Database,
  row: NewSubscriberImport,
  room: SourceRoom | null = null,
): Promise<boolean> {
  const { source } = row;
  const id = await createOnce(db, row.claim, (transaction) =>
    insertWithinRoom(transaction, { room, source }, (within) => insert(within, row)),
  );
  return id !== null;
}

async function insert(db: Database, row: NewSubscriberImport): Promise<number | null> {
  const { sourceBytes, packedBytes } = bytesOf(row.source);
  // The list is held for share: its deletion either sees this import or has been seen here.
  const inserted = sql.fragment`
      insert into subscriber_imports
        (id, organization_id, mailing_list_id, begins_at, options, policy, primary_key_custom_field_id, source_bytes,
         packed_bytes, dry_run_id, parent_id, job_key, notices, source_format)
      select ${row.id}, organization_id, id, ${row.beginsAt === null ? sql.fragment`now()` : timestamp(row.beginsAt)}, ${JSON.stringify(row.options)}::jsonb,
        ${JSON.stringify(row.policy)}::jsonb, primary_key_custom_field_id,
        ${sourceBytes}, ${packedBytes}, ${row.dryRunId ?? null}, ${row.parentId ?? null},
        ${row.jobKey}, ${JSON.stringify(row.notices)}::jsonb,
        ${JSON.stringify(row.sourceFormat)}::jsonb
      from mailing_lists
      where id = ${row.mailingListId} and deleted_at is null
      for share
      returning id, dry_run_id`;
  const further = row.dryRunId === undefined ? undefined : startOfDryRun(row.by);
  return insertJob(db, { kind: IMPORT_KIND, by: row.by }, inserted, further);
}

/** A further part of the statement: the dry run takes the command that starts the import. */
function startOfDryRun(by: CallerIdentity) {
  const dryRun = sql.fragment`select dry_run_id as id from created`;
  return sql.fragment`, started as (
    ${insertCommandOfCaller(by, { kind: IMPORT_KIND, command: 'start' }, dryRun)}
    )`;
}

/** Notes that the source of an import is stored no more, so that it counts for nothing. */
export async function forgetSourceBytes(db: Database, id: number): Promise<void> {
  await db.query(sql.unsafe`update subscriber_imports set source_bytes = null, packed_bytes = null where id = ${id}`);
}
