import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { LOCK_SPACES } from '../core/advisory-locks.ts';

/**
 * Storage that an organization uses for imports of any kind that may still read their sources: unfinished ones, and failed ones and dry runs
 * until their retention ends.
 */
export interface ImportUsage {
  /** Unfinished imports. */
  readonly unfinished: number;
  /** Bytes of the sources of unfinished and failed imports and of dry runs: what is stored, and what may be written at the moment. */
  readonly sourceBytes: number;
}

/** The bytes of the sources of the organization $1, as a query. The view has the condition of an index of each table. */
export const SOURCE_BYTES_OF_ORGANIZATION = `
  select coalesce(sum(bytes), 0)::bigint from counted_sources where organization_id = $1`;

/** Reads what an organization has stored for its imports. */
export function readImportUsage(db: Database, organizationId: number): Promise<ImportUsage> {
  return db.one(sql.type(z.object({ unfinished: z.number(), sourceBytes: z.number() }))`
    select count(*) filter (where is_unfinished) as unfinished, coalesce(sum(bytes), 0)::int8 as "sourceBytes"
    from counted_sources
    where organization_id = ${organizationId}
  `);
}

/**
 * Lets one transaction at a time add to the sources of an organization. The lock is held until the transaction ends: what it reads
 * of the usage afterwards stays true.
 */
export async function lockSourcesOf(db: Database, organizationId: number): Promise<void> {
  await db.query(
    sql.unsafe`select pg_advisory_xact_lock(${LOCK_SPACES.sources}::integer, hashint8(${organizationId}))`,
  );
}

/** The sentence of an import whose source has no place, without its first word. */
export function noRoomForSource(taken: number, most: number): string {
  return (
    `sources of the organization's unfinished and failed imports and dry runs take ${taken} bytes of at most ${most}: ` +
    'wait for the end of some, cancel some, start the dry runs, or wait until the retention of failed imports and dry runs is over'
  );
}
