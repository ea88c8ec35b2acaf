import type { Pool, PoolClient } from 'pg';
import { processOf } from '../../../engine/db/core/process-of.ts';

/** Holds locks in an open transaction, until `release` commits it (or `discard` rolls it back). */
export interface Holder {
  readonly client: PoolClient;
  /** Resolves when a statement waits for a lock that is held here. */
  untilWaitedFor(waiters?: number): Promise<void>;
  release(): Promise<void>;
  discard(): Promise<void>;
}

/** Begins a transaction that runs the statement and stays open. */
export async function hold(pool: Pool, statement: string, values: readonly unknown[] = []): Promise<Holder> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(statement, [...values]);
  const end = async (how: 'commit' | 'rollback') => {
    await client.query(how);
    client.release();
  };
  return {
    client,
    untilWaitedFor: async (waiters = 1) => {
      const sql = `select count(*)::integer as waiting from pg_stat_activity where $1 = any (pg_blocking_pids(pid))`;
      let waiting = 0;
      while (waiting < waiters) {
        const { rows } = await pool.query<{ waiting: number }>(sql, [processOf(client)]);
        waiting = rows[0]?.waiting ?? 0;
      }
    },
    release: () => end('commit'),
    discard: () => end('rollback'),
  };
}
