import type { Pool } from 'pg';

/** Runs an empty statement. @throws when Postgres does not answer */
export async function pingPool(pool: Pool): Promise<void> {
  await pool.query('select 1');
}
