import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type pg from 'pg';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

const KEY = 4711;
const CONNECTIONS = 2;

describe('an aborted transaction that waits for a lock', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool(database.url, { max: CONNECTIONS });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('ends, although every connection of its pool waits for that lock', async () => {
    const holder = await database.pool.connect();
    await holder.query('select pg_advisory_lock($1)', [KEY]);
    const stop = new AbortController();
    const wait = () =>
      inTransaction(pool, (client) => client.query('select pg_advisory_xact_lock($1)', [KEY]), stop.signal);
    const ended = Promise.allSettled(Array.from({ length: CONNECTIONS }, wait));
    await vi.waitFor(async () => expect(await waiting(holder)).toBe(CONNECTIONS), PATIENCE);
    stop.abort();

    expect(await ended).toMatchObject([{ reason: { code: CANCELLED } }, { reason: { code: CANCELLED } }]);
    expect(await waiting(holder)).toBe(0);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    holder.release(true);
  });
});

async function waiting(client: pg.PoolClient): Promise<number> {
  const text = `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  return (await client.query(text, [KEY])).rows.length;
}

const CANCELLED = '57014';
const PATIENCE = { timeout: 30_000, interval: 20 };
