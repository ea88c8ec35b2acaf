import type { Pool } from 'pg';
import { sql } from './slonik.ts';
import type { Database } from './slonik.ts';

/** Runs an empty statement. @throws when Postgres does not answer */
export async function pingPool(pool: Pool): Promise<void> {
  await pool.query('select 1');
}

/** The same over a pool of slonik. @throws when Postgres does not answer */
export async function pingDatabase(db: Database): Promise<void> {
  await db.query(sql.unsafe`select 1`);
}
