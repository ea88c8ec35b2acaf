import type { Pool } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';

/**
 * Makes the query for those of the jobs that read no source. One without a row may be about to get it, unless a job of a higher id was
 * created more than an hour ago, by which a call that takes an id and stores a source has long written its row, or died; or the id was not given
 * out yet: the database was set back since.
 */
export function sourceOrphans({
  table,
  isReader,
  keepsLost,
}: {
  readonly table: string;
  /** Condition on the jobs that may read their source. */
  readonly isReader: string;
  /** Whether the source of a job without a row stays for a day after the database went back, so that the job can be created again. */
  readonly keepsLost?: true;
}) {
  const ownRow = `
    select from ${table} job where job.id = stored.id and job.job_key is not distinct from stored.job_key`;
  return async (pool: Pool, jobs: readonly FileOwner[]): Promise<readonly FileOwner[]> => {
    const { rows } = await pool.query<FileOwner>(
      `select distinct id, job_key as "jobKey" from unnest($1::bigint[], $2::uuid[]) as stored (id, job_key)
        where not exists (${ownRow} and (${isReader}))
          and (${keepsLost === true ? NOT_WENT_BACK : 'true'} or exists (${ownRow}))
          and (exists (select from ${table} job where job.id = stored.id)
               or id < (select max(id) from ${table} where created_at < now() - interval '1 hour')
               or id > (select coalesce(pg_sequence_last_value(pg_get_serial_sequence('${table}', 'id')::regclass), 0)))`,
      [jobs.map(({ id }) => id), jobs.map(({ jobKey }) => jobKey)],
    );
    return rows;
  };
}

const NOT_WENT_BACK = `not exists (select from installation where epoch_began_at > now() - interval '1 day')`;
