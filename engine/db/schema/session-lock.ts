import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/**
 * Runs work in a session that holds a lock, one caller at a time for each lock number. Neither the session nor those that wait hold a
 * transaction open: indexes that are built concurrently would wait for its end. Postgres frees the lock when the session ends.
 */
export async function withSessionLock<T>(
  pool: Pool,
  lock: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    while (!(await tryLock(client, lock))) await delay(TRY_AGAIN_MS);
    return await work(client);
  } finally {
    client.release(true);
  }
}

const TRY_AGAIN_MS = 250;

async function tryLock(client: PoolClient, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
  return rows[0]?.taken === true;
}
