import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { partitionSubscribers } from '../../../../engine/db/partitioning/partition-subscribers.ts';
import { migrate } from '../../../../engine/db/schema/migrate.ts';
import { parseMigration, readMigrations } from '../../../../engine/db/schema/migration.ts';
import type { Migration } from '../../../../engine/db/schema/migration.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

const LIMITS = { waitMs: 500, pauseMs: 50, longestPauseMs: 100, giveUpMs: 60_000 };
const INDEX = parseMigration(
  '9001.do.index.sql',
  '-- Runs outside a transaction.\ncreate index concurrently if not exists subscribers_confirmed on subscribers (mailing_list_id) where confirmed',
);
const BACKFILL = parseMigration(
  '9002.do.backfill.sql',
  `-- Runs outside a transaction.
   update {subscribers} s set confirmed = true where confirmed is null and s.ctid between {first} and {last}`,
);

describe.each([0, 2])('on a table with %i partitions', (partitions) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(`insert into subscribers (mailing_list_id, key, email)
      select n % 7, 'k' || n, repeat('x', 1500) || n from generate_series(1, 2000) n`);
    if (partitions > 0) await partitionSubscribers(database.pool, partitions, () => undefined);
  });
  afterAll(() => database.drop());

  const run = (...added: readonly Migration[]) =>
    migrate(database.url, { migrations: [...readMigrations(), ...added], limits: LIMITS });
  const end = (query: string) =>
    database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'sluice-setup' and state = 'active' and query like $1`,
      [query],
    );
  const active = async (query: string) => {
    const { rowCount } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'sluice-setup'
          and state = 'active' and wait_event_type = 'Lock' and query like $1`,
      [query],
    );
    return rowCount;
  };
  const holding = async (statements: string) => {
    const client = await database.pool.connect();
    onTestFinished(() => client.release(true));
    await client.query(statements);
    return client;
  };
  const indexes = async () => {
    const { rows } = await database.pool.query<{ valid: boolean }>(
      `select indisvalid as valid from pg_index join pg_class c on c.oid = indexrelid
        where c.relname like 'subscribers%confirmed'`,
    );
    return rows.map(({ valid }) => valid);
  };

  it('an index that a kill has left is built again', async () => {
    const holder = await holding('begin isolation level repeatable read; select from organizations');
    const killed = failureOf(run(INDEX));
    await expect.poll(() => active('create index concurrently%'), { timeout: 30_000 }).toBe(1);
    await end('create index concurrently%');
    expect(await killed).toBeInstanceOf(Error);
    expect(await indexes()).toContain(false);
    await holder.query('rollback');
    expect(await run(INDEX)).toEqual([9001]);
    expect(await indexes()).toEqual(Array.from({ length: partitions === 0 ? 1 : partitions + 1 }, () => true));
  });

  it('batches that were committed before a kill stay, and the next run does the others', async () => {
    const count = async () => {
      const { rows } = await database.pool.query<{ n: number }>(
        'select count(*) as n from subscribers where confirmed',
      );
      return rows[0]?.n;
    };
    const holder = await holding('begin; update subscribers set confirmed = false where id = 2000');
    const killed = failureOf(run(INDEX, BACKFILL));
    await expect.poll(() => active('update %'), { timeout: 30_000 }).toBe(1);
    await end('update %');
    expect(await killed).toBeInstanceOf(Error);
    expect(await count()).toBeGreaterThan(0);
    expect(await count()).toBeLessThan(2000);
    await holder.query('rollback');
    expect(await run(INDEX, BACKFILL)).toEqual([9002]);
    expect(await count()).toBe(2000);
  });
});

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
