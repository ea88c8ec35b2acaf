import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { refuseSharedSessions } from '../../../../engine/db/core/shared-sessions.ts';
import { createDatabase, isStatementTimeout, sql } from '../../../../engine/db/core/slonik.ts';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';
import { ConfigurationError } from '../../../../engine/platform/errors.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';
import { NO_PGBOUNCER, startPgBouncer } from '../../../support/pgbouncer.ts';
import type { PoolMode } from '../../../support/pgbouncer.ts';

let database: TestDatabase;
const cleanups: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
afterAll(() => database.drop());

describe('behind a PgBouncer that keeps sessions', () => {
  it('statements have the limits of their pools', async (context) => {
    const url = await behindPooler(context, 'session');
    const db = await createDatabase(url, { connections: 1, statementTimeoutMs: 100 });
    const pool = createPool(url, { max: 1, statementTimeoutMs: 100 });
    cleanups.push(
      () => db.end(),
      () => pool.end(),
    );
    const ofSlonik = await errorOf(db.query(sql.unsafe`select pg_sleep(60)`));
    expect(isStatementTimeout(ofSlonik)).toBe(true);
    expect(await errorOf(pool.query('select pg_sleep(60)'))).toMatchObject({ code: '57014' });
  });

  it('an abort cancels a statement that waits for a lock', async (context) => {
    const pool = createPool(await behindPooler(context, 'session'), { max: 2 });
    cleanups.push(() => pool.end());
    const holder = await pool.connect();
    cleanups.push(() => Promise.resolve(holder.release(true)));
    await holder.query('select pg_advisory_lock(4711)');
    const abort = new AbortController();
    const waiting = errorOf(
      inTransaction(pool, (client) => client.query('select pg_advisory_lock(4711)'), abort.signal),
    );
    await expect.poll(() => lockWaits()).toBe(1);
    abort.abort();
    expect(await waiting).toMatchObject({ code: '57014' });
  });

  it('is no reason to refuse', async (context) => {
    const pool = createPool(await behindPooler(context, 'session'));
    cleanups.push(() => pool.end());
    await expect(refuseSharedSessions(pool)).resolves.toBeUndefined();
  });
});

describe('sessions that are shared', () => {
  it.for(['transaction', 'statement'] as const)(
    'for each %s are refused with the setting that is needed',
    async (mode, context) => {
      const pool = createPool(await behindPooler(context, mode));
      cleanups.push(() => pool.end());
      const error = await errorOf(refuseSharedSessions(pool));
      expect(error).toBeInstanceOf(ConfigurationError);
      expect((error as Error).message).toContain('pool_mode = session');
    },
  );

  it('are none without a pooler, however many connections there are', async () => {
    await Promise.all(Array.from({ length: 5 }, () => database.pool.query('select pg_sleep(0.05)')));
    await expect(refuseSharedSessions(database.pool)).resolves.toBeUndefined();
  });
});

async function behindPooler(context: TestContext, mode: PoolMode): Promise<string> {
  const pooler = await startPgBouncer(database.url, mode);
  if (pooler === null) return context.skip(NO_PGBOUNCER);
  cleanups.push(pooler.stop);
  return pooler.url;
}

async function lockWaits(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
