import { sql } from './slonik.ts';
import type { Database } from './slonik.ts';

/**
 * Lets one transaction at a time add what names tell apart without a unique index, such as organizations and
 * autoresponders, until it ends.
 */
export async function lockAdministration(db: Database): Promise<void> {
  await db.query(sql.unsafe`select pg_advisory_xact_lock(${ADMINISTRATION_LOCK})`);
}

// Any number will do, as long as nothing else in this database locks on it.
const ADMINISTRATION_LOCK = 7_201_955_008;
