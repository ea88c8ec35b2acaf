import type { Pool, PoolClient } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import { wasCancelledWithList } from '../jobs/deleted-list-jobs.ts';
import { sourceOrphans } from '../sources/orphans.ts';
import { RETENTION_IS_OVER } from './subscriber-imports.ts';

/** Whether an undo of an import of the same list has not ended: it reads the before-images of all of them. */
const IS_READ_BY_UNDO = `exists (
  select from import_undos u
   where u.organization_id = i.organization_id and u.mailing_list_id = i.mailing_list_id and u.finished_at is null)`;

/**
 * The ids of the imports that ended longer ago than their policy keeps logs and that were not purged yet, in ascending order; without
 * those of lists with an unfinished undo.
 */
export async function findExpiredImports(pool: Pool): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from subscriber_imports i
      where purged_at is null and ${RETENTION_IS_OVER.sql} and not ${IS_READ_BY_UNDO} order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Whether an undo may read the before-images of an import, whose row is locked: no undo of the list begins in between. */
export async function isReadByUndo(client: PoolClient, importId: number): Promise<boolean> {
  const { rowCount } = await client.query(`select from subscriber_imports i where id = $1 and ${IS_READ_BY_UNDO}`, [
    importId,
  ]);
  return rowCount === 1;
}

/** An import of a deleted list that was not purged yet. */
export interface UnpurgedImport {
  readonly id: number;
  /** The deletion of the list has cancelled it, and the retention of its logs is not over. */
  readonly keepsLogs: boolean;
}

/** The imports of a deleted list that were not purged yet, by id. */
export async function findUnpurgedImportsOfList(pool: Pool, mailingListId: number): Promise<readonly UnpurgedImport[]> {
  const { rows } = await pool.query<UnpurgedImport>(
    `select i.id, coalesce(${wasCancelledWithList('i').sql} and not ${RETENTION_IS_OVER.sql}, false) as "keepsLogs"
       from subscriber_imports i join mailing_lists l on l.id = i.mailing_list_id
      where i.mailing_list_id = $1 and i.purged_at is null
      order by i.id`,
    [mailingListId],
  );
  return rows;
}

/**
 * Finds those of the jobs that are no import in the database. For a day after it went back none is named, so that what it has lost can be
 * imported again.
 */
export const findJobsWithoutImport = sourceOrphans({
  table: 'subscriber_imports',
  isReader: 'true',
  keepsLost: true,
});

/** Locks the row of an import that has ended until the transaction ends; null when it has not. */
export async function lockEndedImport(client: PoolClient, importId: number): Promise<FileOwner | null> {
  const { rows } = await client.query<FileOwner>(
    `select id, job_key as "jobKey" from subscriber_imports where id = $1 and finished_at is not null for update`,
    [importId],
  );
  return rows[0] ?? null;
}

/** Notes that the source of an import is stored in its packed form alone. */
export async function forgetUnpacked(client: PoolClient, importId: number): Promise<void> {
  await client.query(`update subscriber_imports set source_bytes = null where id = $1`, [importId]);
}

/** The ids of the ended imports of which a killed attempt may have left a part of the source, in ascending order. */
export async function findUnwrittenSources(pool: Pool): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from subscriber_imports
      where reserved_bytes is not null and finished_at is not null and purged_at is null order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Gives back what was reserved for the source of an import, of which no attempt is under way. */
export async function forgetUnwritten(client: PoolClient, importId: number): Promise<void> {
  await client.query(
    `update subscriber_imports set reserved_bytes = null, source_writer = null, source_bytes = null where id = $1`,
    [importId],
  );
}

/**
 * Deletes the worklist of an import with all corrections, but of a dry run whose import is not purged: it is read with the corrections. That
 * goes with the import.
 */
export async function purgeWorklists(client: PoolClient, importId: number): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `select i.id from subscriber_imports i
      where i.id = $1 and not exists (select from subscriber_imports s where s.dry_run_id = i.id and s.purged_at is null)
     union all
     select d.id from subscriber_imports i join subscriber_imports d on d.id = i.dry_run_id
      where i.id = $1 and d.purged_at is not null`,
    [importId],
  );
  for (const { id } of rows) await deleteWorklist(client, id);
}

/** Deletes a worklist with its rows. */
export async function deleteWorklist(client: PoolClient, importId: number): Promise<void> {
  await client.query(
    `with deleted as (
       delete from import_worklists where subscriber_import_id = $1 returning subscriber_import_id as id
     ), rows as (
       delete from import_worklist_rows r using deleted where r.subscriber_import_id = deleted.id
     )
     delete from import_worklist_faults f using deleted where f.subscriber_import_id = deleted.id`,
    [importId],
  );
}

/** Deletes the logs of an import, which count no more, and its notices; notes that it is purged. */
export async function purgeLogs(client: PoolClient, importId: number): Promise<void> {
  await client.query(`delete from import_logs where subscriber_import_id = $1`, [importId]);
  await client.query(
    `with job as (
       select organization_id, log_bytes, failed_log_bytes + partial_log_bytes as row_bytes from subscriber_imports where id = $1
     ), given_back as (
       update organization_logs o set bytes = o.bytes - log_bytes, failed_bytes = o.failed_bytes - row_bytes
         from job where o.organization_id = job.organization_id and log_bytes > 0
     )
     update subscriber_imports set purged_at = now(), log_bytes = 0, failed_log_bytes = 0, partial_log_bytes = 0, notices = '[]',
       scan_notices = '[]', swallowed = null, unread = null, left_later = null where id = $1`,
    [importId],
  );
}
