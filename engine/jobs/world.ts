import type { Pool } from 'pg';
import { readLockWaits } from '../db/core/lock-waits.ts';
import type { LockWait } from '../db/core/lock-waits.ts';

/** What jobs depend on, as far as it can hold them up. */
export interface World {
  /** Why Postgres does no work; null while it does. */
  readonly postgresFault: string | null;
  readonly lockWaits: readonly LockWait[];
}

/** Looks at what jobs depend on; what cannot be reached is part of the answer. */
export async function readWorld(pool: Pool): Promise<World> {
  try {
    return { postgresFault: null, lockWaits: await readLockWaits(pool) };
  } catch (error) {
    const { code } = error as { code?: unknown };
    return { postgresFault: typeof code === 'string' ? code : 'no answer', lockWaits: [] };
  }
}
