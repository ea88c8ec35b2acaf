import type { Pool } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import { KEPT_BYTES } from '../sources/excess-files.ts';
import { sourceOrphans } from '../sources/orphans.ts';

/** Reads which imports ended longer ago than their logs are kept and were not purged yet, by id. */
export async function findExpiredSuppressedImports(pool: Pool): Promise<readonly FileOwner[]> {
  const { rows } = await pool.query<FileOwner>(
    `select id, job_key as "jobKey" from suppressed_address_imports
      where options is not null and purged_at is null
        and finished_at + make_interval(secs => (policy ->> 'logRetentionMs')::float8 / 1000) <= now()
      order by id`,
  );
  return rows;
}

/** Deletes the logs and the ledger of an import that has ended, and the count of rows that its failed log has; notes that it is purged. */
export async function purgeSuppressedImport(pool: Pool, id: number): Promise<void> {
  await pool.query(`delete from suppressed_address_logs where suppressed_address_import_id = $1`, [id]);
  await pool.query(`delete from suppressed_address_ranges where suppressed_address_import_id = $1`, [id]);
  await pool.query(
    `with job as (
       select id, organization_id, log_bytes, failed_log_bytes from suppressed_address_imports
        where id = $1 and finished_at is not null for update
     ), given_back as (
       update organization_logs o set bytes = o.bytes - log_bytes, failed_bytes = o.failed_bytes - failed_log_bytes
         from job where o.organization_id = job.organization_id and log_bytes > 0
     )
     update suppressed_address_imports s set purged_at = now(), swallowed = 0, log_bytes = 0, failed_log_bytes = 0
       from job where s.id = job.id`,
    [id],
  );
}

/** An import that has ended. */
interface SuppressedEnd extends FileOwner {
  readonly organizationId: number;
  readonly state: string;
  /** Bytes of the source that it keeps. */
  readonly keptBytes: number;
  /** Whether the file is stored that the source was unpacked from. */
  readonly isPacked: boolean;
}

/** Reads what the clean-up of an import depends on; null: it has not ended. */
export async function readSuppressedEnd(pool: Pool, id: number): Promise<SuppressedEnd | null> {
  const { rows } = await pool.query<SuppressedEnd>(
    `select id, job_key as "jobKey", organization_id as "organizationId", state, ${KEPT_BYTES} as "keptBytes",
            packed_bytes is not null as "isPacked"
       from suppressed_address_imports where id = $1 and finished_at is not null`,
    [id],
  );
  return rows[0] ?? null;
}

/** Whether an import has ended, so that nothing reads its source. If so, its source counts no more. */
export async function forgetSource(pool: Pool, id: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update suppressed_address_imports
        set source_bytes = null, packed_bytes = null, reserved_bytes = null, source_writer = null
      where id = $1 and finished_at is not null`,
    [id],
  );
  return rowCount === 1;
}

/**
 * Finds those of the jobs that read no source: they have ended and keep it no more, or their row was never written. For a day after the
 * database went back no lost one is named, so that it can be created again.
 */
export const findSourcesWithoutReader = sourceOrphans({
  table: 'suppressed_address_imports',
  isReader: `job.finished_at is null
    or job.state <> 'cancelled' and job.finished_at > (select kept_suppressions_removed_to from installation)`,
  keepsLost: true,
});
