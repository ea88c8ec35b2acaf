import { sql } from './slonik.ts';
import type { Database } from './slonik.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

/**
 * Lets one transaction at a time add what names tell apart without a unique index, such as organizations and
 * autoresponders, until it ends.
 */
export async function lockAdministration(db: Database): Promise<void> {
  await db.query(sql.unsafe`select pg_advisory_xact_lock(${ADVISORY_LOCKS.administration})`);
}
