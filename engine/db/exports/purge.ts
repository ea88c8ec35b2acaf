import type { Pool } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';

/** The exports whose retention is over and that were not purged yet, in ascending order. */
export async function findExpiredExports(pool: Pool): Promise<readonly FileOwner[]> {
  const { rows } = await pool.query<FileOwner>(
    `select id, job_key as "jobKey" from subscriber_exports
      where options is not null and purged_at is null
        and finished_at + make_interval(secs => file_retention_ms / 1000.0) <= now()
      order by id`,
  );
  return rows;
}

/** The exports of a list that have ended and were not purged yet, in ascending order. */
export async function findUnpurgedExportsOfList(pool: Pool, mailingListId: number): Promise<readonly FileOwner[]> {
  const { rows } = await pool.query<FileOwner>(
    `select id, job_key as "jobKey" from subscriber_exports
      where mailing_list_id = $1 and options is not null and finished_at is not null and purged_at is null
      order by id`,
    [mailingListId],
  );
  return rows;
}

/** Those of the jobs that are no export in the database, or one that was purged. */
export async function findJobsWithoutExport(pool: Pool, jobs: readonly FileOwner[]): Promise<readonly FileOwner[]> {
  const { rows } = await pool.query<FileOwner>(
    `select distinct id, job_key as "jobKey" from unnest($1::bigint[], $2::uuid[]) as stored (id, job_key)
      where not exists (
        select from subscriber_exports e
         where e.id = stored.id and e.job_key is not distinct from stored.job_key and e.purged_at is null)`,
    [jobs.map(({ id }) => id), jobs.map(({ jobKey }) => jobKey)],
  );
  return rows;
}

/** Deletes the ledger of an export and, if it has ended, notes that it is purged. */
export async function purgeLedger(pool: Pool, exportId: number): Promise<void> {
  await pool.query(`delete from export_parts where subscriber_export_id = $1`, [exportId]);
  await pool.query(`update subscriber_exports set purged_at = now() where id = $1 and finished_at is not null`, [
    exportId,
  ]);
}
