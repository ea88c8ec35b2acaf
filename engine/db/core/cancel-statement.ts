import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { processOf } from './process-of.ts';
import { endConnection } from './socket-of.ts';

/** Notes how the server of a pool's connections is reached, for `cancelStatement`. */
export function noteServer(pool: Pool): void {
  pool.on('connect', (client) => servers.set(client, pool.options));
}

/**
 * Cancels the statement that runs on a connection of a pool, if one does. It takes a connection of its own: those of the pool may
 * all wait for locks, until some of their statements are cancelled.
 */
export async function cancelStatement(client: PoolClient): Promise<void> {
  const server = servers.get(client);
  if (server === undefined) throw new Error('The connection is not one of a pool that was noted.');
  const canceller = new pg.Client({ ...server, query_timeout: ANSWERED_WITHIN_MS });
  // It may break between connecting and the statement, which fails then.
  canceller.on('error', () => undefined);
  try {
    await canceller.connect();
    await canceller.query('select pg_cancel_backend($1)', [processOf(client)]);
  } finally {
    endConnection(canceller, 'it has cancelled');
  }
}

const ANSWERED_WITHIN_MS = 10_000;

const servers = new WeakMap<object, pg.PoolConfig>();
