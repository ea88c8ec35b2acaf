import type { Pool, PoolClient } from 'pg';

/** Limits on the waits of a run of migrations for locks, in milliseconds. */
export interface LockLimits {
  /** All statements of an attempt together, so that calls behind it in the queue of a lock wait no longer. */
  readonly waitMs: number;
  /** Between the first two attempts; doubled for each further one, up to the longest. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** For all attempts. */
  readonly giveUpMs: number;
}

export const LOCK_LIMITS: LockLimits = { waitMs: 2_000, pauseMs: 2_000, longestPauseMs: 15_000, giveUpMs: 600_000 };

/** A run of migrations: its session, which holds the lock of all runs, and what it waits and reports with. */
export interface MigrationRun {
  readonly client: PoolClient;
  /** Gives one more connection. */
  readonly pool: Pool;
  readonly limits: LockLimits;
  /** Called with a line for the operator. */
  readonly report: (line: string) => void;
}
