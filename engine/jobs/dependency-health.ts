import type { Pool } from 'pg';
import { readLockWaits } from '../db/core/lock-waits.ts';
import type { LockWait } from '../db/core/lock-waits.ts';

/** The health of Postgres, as far as it can block jobs. */
export interface DependencyHealth {
  /** The error code for which Postgres is unavailable; null while it is available. */
  readonly postgresFault: string | null;
  readonly lockWaits: readonly LockWait[];
}

/** Reads the health of what jobs depend on. Never rejects: an unreachable Postgres is part of the result. */
export async function readDependencyHealth(pool: Pool): Promise<DependencyHealth> {
  try {
    return { postgresFault: null, lockWaits: await readLockWaits(pool) };
  } catch (error) {
    const { code } = error as { code?: unknown };
    return { postgresFault: typeof code === 'string' ? code : 'no answer', lockWaits: [] };
  }
}
