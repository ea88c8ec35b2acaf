import type { Pool } from 'pg';
import type { FileOwner, JobFolder } from '../../domain/file-owner.ts';

/** Jobs of an organization, or of all. */
export interface ExcessScope {
  /** Null: all organizations. */
  readonly organizationId: number | null;
  /** Bytes that the sources of an organization may take together. */
  readonly most: number;
  /** Jobs that are returned at a time. */
  readonly limit: number;
}

/** Bytes of what an ended job keeps: of a source that came packed, the packed file alone. */
export const KEPT_BYTES = 'coalesce(packed_bytes, source_bytes, 0)';

/** A job that keeps its source. */
export interface KeptSource extends FileOwner {
  /** Table of its row. */
  readonly table: string;
  /** Folder of its files. */
  readonly folder: JobFolder;
}

/**
 * Reads the ended jobs, the oldest first, whose kept sources do not fit next to those that count: of each organization the oldest,
 * up to the one without which the others fit.
 */
export async function findExcess(
  pool: Pool,
  { organizationId, most, limit }: ExcessScope,
): Promise<readonly KeptSource[]> {
  const { rows } = await pool.query<KeptSource>(
    `with kept as (
       select job_table, folder, id, job_key, organization_id, finished_at,
              sum(bytes) over (partition by organization_id order by finished_at desc, id desc, folder) as with_younger
         from kept_sources ${organizationId === null ? '' : 'where organization_id = $3'}
     ), room as (
       select organization_id, $1::bigint - (
                select coalesce(sum(c.bytes), 0) from counted_sources c
                 where c.organization_id = of_kept.organization_id) as bytes
         from (select distinct organization_id from kept) of_kept
     )
     select job_table as "table", folder, id, job_key as "jobKey" from kept join room using (organization_id)
      where with_younger > room.bytes order by finished_at, id limit $2`,
    organizationId === null ? [most, limit] : [most, limit, organizationId],
  );
  return rows;
}

/** Notes that a job keeps its source no more. @returns whether it has still ended */
export async function forgetKept(pool: Pool, { table, id }: KeptSource): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update ${table} set source_bytes = null, packed_bytes = null where id = $1 and finished_at is not null`,
    [id],
  );
  return rowCount === 1;
}
