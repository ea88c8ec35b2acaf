import type { Pool } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';

/** Imports of an organization, or of all. */
export interface ExcessScope {
  /** Null: all organizations. */
  readonly organizationId: number | null;
  /** Bytes that the sources of an organization may take together. */
  readonly most: number;
  /** Imports that are returned at a time. */
  readonly limit: number;
}

/** Bytes of what a finished import keeps: of a source that came packed, the packed file alone. */
export const KEPT_BYTES = 'coalesce(packed_bytes, source_bytes, 0)';

/**
 * Reads the finished imports, the oldest first, whose kept sources do not fit next to those that count: of each organization the oldest,
 * up to the one without which the others fit.
 */
export async function findExcess(
  pool: Pool,
  { organizationId, most, limit }: ExcessScope,
): Promise<readonly FileOwner[]> {
  const { rows } = await pool.query<FileOwner>(
    `with kept as (
       select id, job_key, organization_id, finished_at,
              sum(${KEPT_BYTES}) over (partition by organization_id order by finished_at desc, id desc) as with_younger
         from subscriber_imports
        where ${organizationId === null ? 'organization_id > 0' : 'organization_id = $3'}
          and finished_at >= (select kept_files_removed_to from installation)
          and state = 'finished' and not dry_run and purged_at is null and ${KEPT_BYTES} > 0
     ), room as (
       select organization_id, $1::bigint - (
                select coalesce(sum(c.bytes), 0) from counted_sources c
                 where c.organization_id = of_kept.organization_id) as bytes
         from (select distinct organization_id from kept) of_kept
     )
     select id, job_key as "jobKey" from kept join room using (organization_id)
      where with_younger > room.bytes order by finished_at, id limit $2`,
    organizationId === null ? [most, limit] : [most, limit, organizationId],
  );
  return rows;
}

/** Notes that these imports keep their sources no more. @returns those that are finished still */
export async function forgetKept(pool: Pool, ids: readonly number[]): Promise<readonly FileOwner[]> {
  const { rows } = await pool.query<FileOwner>(
    `update subscriber_imports set source_bytes = null, packed_bytes = null where id = any($1) and state = 'finished'
     returning id, job_key as "jobKey"`,
    [ids],
  );
  return rows;
}
