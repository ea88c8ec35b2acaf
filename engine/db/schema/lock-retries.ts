import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Pool } from 'pg';
import { processOf } from '../core/process-of.ts';
import { SluiceError } from '../../platform/errors.ts';
import type { LockLimits, MigrationRun } from './migration-run.ts';

/** Limits the lock waits of the next statement to what the attempt has left. */
export type LimitLockWait = () => Promise<unknown>;

/**
 * Makes attempts until one gets its locks. An attempt calls `limit` before each statement, which then waits for locks no longer than the
 * limits of the run say. @throws SluiceError when no attempt got them in the time of the run; what else the attempt throws
 */
export async function withLockRetries<T>(
  run: MigrationRun,
  what: string,
  attempt: (limit: LimitLockWait) => Promise<T>,
): Promise<T> {
  const { limits } = run;
  const giveUpAt = Date.now() + limits.giveUpMs;
  for (let pauseMs = limits.pauseMs; ; pauseMs = Math.min(pauseMs * 2, limits.longestPauseMs)) {
    const holders = watchHolders(run);
    try {
      return await attempt(limitOf(run));
    } catch (error) {
      if (!isLockFault(error)) throw error;
      const waits = `${what} waits for a lock${holders.found()}.`;
      if (Date.now() + pauseMs > giveUpAt) {
        const minutes = Math.round(limits.giveUpMs / 60_000);
        throw new SluiceError(
          'internal_error',
          `${waits} It has tried for ${minutes} min. End what holds it, or wait, and run npx sluice migrate again: it continues.`,
        );
      }
      run.report(`${waits} Next attempt in ${Math.ceil(pauseMs / 1000)} s.`);
    } finally {
      holders.stop();
    }
    await delay(pauseMs);
  }
}

/** Runs a statement by itself; it waits for locks no longer than the limits of the run say. */
export async function runLimited(run: MigrationRun, what: string, statement: string): Promise<number> {
  return withLockRetries(run, what, async (limit) => {
    await limit();
    return (await run.client.query(statement)).rowCount ?? 0;
  });
}

/** A lock that was not to be had in time, and a deadlock: Postgres ends one of those in it. */
const LOCK_FAULTS = ['55P03', '40P01'];

function isLockFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && LOCK_FAULTS.includes(error.code ?? '');
}

/** With less, an attempt that worked long before its last lock would never get it. */
const SHORTEST_WAIT_MS = 100;

function limitOf({ client, limits }: MigrationRun): LimitLockWait {
  const begunAt = Date.now();
  return () => {
    const left = Math.max(SHORTEST_WAIT_MS, limits.waitMs - (Date.now() - begunAt));
    return client.query(`select set_config('lock_timeout', $1, false)`, [String(left)]);
  };
}

/** Looks from time to time which sessions the one of the run waits for. */
function watchHolders({ client, pool, limits }: MigrationRun): { found: () => string; stop: () => void } {
  let text = '';
  const timer = setInterval(() => void look(), lookEvery(limits));
  const look = async () => {
    const seen = await readHolders(pool, processOf(client)).catch(() => '');
    if (seen !== '') text = seen;
  };
  return { found: () => text, stop: () => clearInterval(timer) };
}

function lookEvery({ waitMs }: LockLimits): number {
  return Math.max(10, waitMs / 3);
}

async function readHolders(pool: Pool, process: number): Promise<string> {
  const { rows } = await pool.query<{ holder: string }>(
    `select format('session %s (%s, %s s)', pid, concat_ws(', ', nullif(application_name, ''), state),
                   extract(epoch from clock_timestamp() - xact_start)::integer) as holder
       from pg_stat_activity where pid = any (pg_blocking_pids($1)) order by xact_start limit 3`,
    [process],
  );
  return rows.length === 0 ? '' : ` that is held by ${rows.map(({ holder }) => holder).join(', ')}`;
}
