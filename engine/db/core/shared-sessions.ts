import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { ConfigurationError } from '../../platform/errors.ts';
import { serverFaultText } from './server-check.ts';
import type { ServerFault } from './server-check.ts';

/**
 * Finds a pooler that gives a session to another client between two transactions: locks and settings of sessions would get lost,
 * or stay where others do not expect them.
 * @param pool that can give two connections
 */
export async function findSharedSessions(pool: Pool): Promise<ServerFault | null> {
  return (await areSessionsShared(pool)) ? SHARED : null;
}

/** @throws ConfigurationError when DATABASE_URL leads through such a pooler */
export async function refuseSharedSessions(pool: Pool): Promise<void> {
  const fault = await findSharedSessions(pool);
  if (fault !== null) throw new ConfigurationError([serverFaultText(fault)]);
}

const SHARED: ServerFault = {
  text: 'DATABASE_URL leads through a pooler that shares sessions between transactions.',
  remedy: 'Set pool_mode = session for this database (PgBouncer), or give the address of Postgres itself.',
};

/** Another connection takes a session, if it can be had, and then the first one has to do with another one. */
async function areSessionsShared(pool: Pool): Promise<boolean> {
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  try {
    const [one, other] = clients;
    const first = await processBehind(one);
    await other.query('begin');
    const taken = await processBehind(other);
    const next = await processBehind(one);
    await other.query('rollback');
    return taken === first || next !== first;
  } catch (error) {
    // Poolers that share sessions between statements refuse transactions so.
    if (error instanceof pg.DatabaseError && error.code === PROTOCOL_VIOLATION) return true;
    throw error;
  } finally {
    for (const client of clients) client.release(true);
  }
}

const PROTOCOL_VIOLATION = '08P01';

async function processBehind(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as process');
  if (rows[0] === undefined) throw new Error('Postgres did not tell the process of a session.');
  return rows[0].process;
}
