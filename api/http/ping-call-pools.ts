import type { Pool } from 'pg';
import type { DatabasePool } from 'slonik';
import { pingDatabase, pingPool } from '../../engine/db/core/ping.ts';

/** The pools whose connections calls have. */
interface CallPools {
  readonly db: DatabasePool;
  readonly pool: Pool;
  /** Connections of each. */
  readonly connections: number;
}

/**
 * Asks Postgres in the way in which calls do: their connections can be dead while others live. A pool whose connections
 * all have work is not asked, since the question would wait for the work.
 * @throws when Postgres does not answer
 */
export async function pingCallPools({ db, pool, connections }: CallPools): Promise<void> {
  const isTaken = pool.totalCount >= connections && pool.idleCount === 0;
  const { acquiredConnections } = db.state();
  if (!isTaken) await pingPool(pool);
  if (acquiredConnections < connections) await pingDatabase(db);
}
