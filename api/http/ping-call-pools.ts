import { pingDatabase, pingPool } from '../../engine/db/core/ping.ts';
import type { CallPools } from './call-connections.ts';

/**
 * Asks Postgres in the way in which calls do: their connections can be dead while others live. A pool whose connections
 * all have work is not asked, since the question would wait for the work.
 * @throws when Postgres does not answer
 */
export async function pingCallPools({
  db,
  pool,
  connections,
}: Pick<CallPools, 'db' | 'pool' | 'connections'>): Promise<void> {
  const isTaken = pool.totalCount >= connections && pool.idleCount === 0;
  const { acquiredConnections } = db.state();
  if (!isTaken) await pingPool(pool);
  if (acquiredConnections < connections) await pingDatabase(db);
}
