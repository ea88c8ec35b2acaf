import type { Pool } from 'pg';
import type { DatabasePool } from 'slonik';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pingCallPools } from '../../../api/http/ping-call-pools.ts';
import { createPool } from '../../../engine/db/core/pool.ts';
import { createDatabase, sql } from '../../../engine/db/core/slonik.ts';
import { createTestDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { startSilentRelay, through } from '../../support/silent-relay.ts';
import type { SilentRelay } from '../../support/silent-relay.ts';

const LIMIT_MS = 60_000;
const CONNECTIONS = 2;

describe('whether Postgres answers calls', () => {
  let database: TestDatabase;
  let relay: SilentRelay;
  let pool: Pool;
  let db: DatabasePool;
  beforeAll(async () => {
    database = await createTestDatabase({ isMigrated: false });
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    relay = await startSilentRelay(Number(new URL(database.url).port));
    pool = createPool(through(relay, database.url), { max: CONNECTIONS });
    db = await createDatabase(through(relay, database.url), { connections: CONNECTIONS });
  });
  afterEach(async () => {
    await relay.close();
    await Promise.all([pool.end(), db.end()]);
  });

  const ping = () => pingCallPools({ db, pool, connections: CONNECTIONS });

  it.each([
    ['pg', () => pool.query('select 1')],
    ['slonik', () => db.query(sql.unsafe`select 1`)],
  ])(
    'is no while the idle connections of the pool of %s are dead, and yes when they have ended',
    async (_, query) => {
      await query();
      relay.lose();
      await expect(ping()).rejects.toThrow();
      await expect.poll(async () => ping().then(() => 'yes'), { timeout: LIMIT_MS }).toBe('yes');
    },
    LIMIT_MS,
  );

  it('is yes, without waiting for them, while calls have every connection', async () => {
    const clients = await Promise.all([pool.connect(), pool.connect()]);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const held = [1, 2].map(() => db.connect(() => released));
    await expect.poll(() => db.state().acquiredConnections).toBe(CONNECTIONS);
    await ping();
    for (const client of clients) client.release();
    release();
    await Promise.all(held);
  });

  it(
    'is no when connections that calls have are dead and nothing answers, as soon as they have ended',
    async () => {
      const calls = [1, 2].map(() => errorOf(pool.query('select pg_sleep(30)')));
      await expect.poll(() => pool.totalCount - pool.idleCount).toBe(CONNECTIONS);
      relay.fallSilent();
      await expect.poll(async () => ping().catch(() => 'no'), { timeout: LIMIT_MS, interval: 500 }).toBe('no');
      relay.speak();
      await Promise.all(calls);
      await expect.poll(async () => ping().then(() => 'yes'), { timeout: LIMIT_MS }).toBe('yes');
    },
    2 * LIMIT_MS,
  );
});

function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
