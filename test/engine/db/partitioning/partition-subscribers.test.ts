import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';
import {
  dropExchangedTable,
  partitionSubscribers,
  undoPartitioning,
} from '../../../../engine/db/partitioning/partition-subscribers.ts';
import { exchangeTables } from '../../../../engine/db/partitioning/exchange.ts';
import { readPartitioning } from '../../../../engine/db/partitioning/progress.ts';
import { lockPartitionOf } from '../../../../engine/db/subscribers/partition-of-list.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';
import { hold } from '../../activities/waiting.ts';
import { writeUntil } from './write-until.ts';

const LIMITS = { rows: 40, lockTimeoutMs: 50, retryMs: 10 };
const ROWS = 1_000;

describe('partitioning the table of subscribers', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeEach(async () => {
    database = await createTestDatabase();
    ({ pool } = database);
    await pool.query(
      `insert into subscribers (mailing_list_id, key, email, custom_fields)
       select 1 + n % 9, 'k' || n, n || '@x.io', jsonb_build_object('1', repeat('x', n)) from generate_series(1, ${ROWS}) n`,
    );
  });
  afterEach(() => database.drop());

  const ignored = () => undefined;
  const partitioned = (report: (line: string) => void = ignored, partitions = 4) =>
    partitionSubscribers(pool, partitions, report, LIMITS);
  /** Runs until the first page is copied, like a process that is killed then. */
  const interrupted = () => {
    const stop = () => {
      throw new Error('stopped');
    };
    return partitionSubscribers(pool, 4, stop, { ...LIMITS, rows: ROWS + 1 });
  };
  const one = async <Row>(sql: string) => (await pool.query(sql)).rows[0] as Row;
  const rowsOf = async (table: string) =>
    (await pool.query(`select * from ${table} order by mailing_list_id, id`)).rows as unknown[];

  it('keeps the rows, and spreads them over the partitions', async () => {
    const before = await rowsOf('subscribers');
    await partitioned();
    expect(await rowsOf('subscribers')).toEqual(before);
    expect(await rowsOf('subscribers_old.subscribers')).toEqual(before);
    expect(await one(`select count(distinct tableoid)::integer as used from subscribers`)).toEqual({ used: 4 });
    expect(await readPartitioning(pool)).toMatchObject({ state: 'partitioned', partitions: 4, hasOld: true });
    await dropExchangedTable(pool);
    expect(await rowsOf('subscribers')).toEqual(before);
    expect(await one(`select count(*)::integer as n from pg_namespace where nspname like 'subscribers%'`)).toEqual({
      n: 0,
    });
  });

  it('keeps the definition: columns, names of indexes and constraints, settings, and the next id', async () => {
    await pool.query(`create index own on subscribers (mailing_list_id, email) where status = 'active'`);
    await pool.query(`comment on column subscribers.email is 'As written.'`);
    const definition = async (leaf: string) => ({
      columns: (
        await pool.query(
          `select attname, format_type(atttypid, atttypmod) as type, attnotnull, attstattarget, attidentity, atthasdef,
                  col_description(attrelid, attnum) as comment
             from pg_attribute where attrelid = 'subscribers'::regclass and attnum > 0 order by attnum`,
        )
      ).rows as unknown[],
      indexes: (
        await pool.query(
          `select replace(pg_get_indexdef(indexrelid), 'ON ONLY', 'ON') as definition from pg_index
            where indrelid = 'subscribers'::regclass order by 1`,
        )
      ).rows as unknown[],
      constraints: (
        await pool.query(
          `select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = 'subscribers'::regclass order by 1`,
        )
      ).rows as unknown[],
      settings: await one(`select reloptions from pg_class where oid = '${leaf}'::regclass`),
    });
    const before = await definition('subscribers');
    await partitioned();
    expect(await definition('subscribers_2')).toEqual(before);
    const added = `insert into subscribers (mailing_list_id, key, email) values (1, 'new', 'new') returning id`;
    expect(await one(added)).toEqual({ id: ROWS + 1 });
  });

  it('takes privileges, views, triggers of rows and functions along', async () => {
    await pool.query(`
      grant select, update on subscribers to public;
      grant insert (email) on subscribers to public;
      create schema reports;
      create view reports.emails with (security_barrier = true) as select email from subscribers where status = 'active';
      create view more_emails as select email from reports.emails;
      create function newest() returns bigint language sql as 'select max(id) from subscribers';
      create table seen (id bigint);
      create function note() returns trigger language plpgsql as 'begin insert into seen values (new.id); return new; end';
      create trigger noting after insert on subscribers for each row execute function note()`);
    const before = await privileges('subscribers');
    await partitioned();
    expect(await privileges('subscribers')).toEqual(before);
    expect(await privileges('subscribers_1')).toEqual(before);
    const { id } = await one<{ id: number }>(
      `insert into subscribers (mailing_list_id, key, email) values (1, 'new', 'new@x.io') returning id`,
    );
    expect(await one(`select email from more_emails where email = 'new@x.io'`)).toEqual({ email: 'new@x.io' });
    expect(await one('select newest() as id')).toEqual({ id });
    expect((await pool.query('select id from seen')).rows).toEqual([{ id }]);
    expect(await one(`select reloptions from pg_class where relname = 'emails'`)).toEqual({
      reloptions: ['security_barrier=true'],
    });
  });

  async function privileges(table: string): Promise<unknown> {
    return one(
      `select has_table_privilege('pg_monitor', '${table}', 'select, update') as whole,
              has_column_privilege('pg_monitor', '${table}', 'email', 'insert') as email,
              has_column_privilege('pg_monitor', '${table}', 'key', 'insert') as key`,
    );
  }

  it.each([
    ['materialized view', `create materialized view copies as select * from subscribers`, /materialized view copies/],
    [
      'trigger of statements',
      `create function f() returns trigger language plpgsql as 'begin return null; end';
       create trigger t after insert on subscribers for each statement execute function f()`,
      /trigger t on table subscribers/,
    ],
    ['policy', 'alter table subscribers enable row level security', /row level security/],
    ['publication', 'create publication p for table subscribers', /publication p/],
    [
      'foreign key to it',
      'create table refs (l bigint, i bigint, foreign key (l, i) references subscribers (mailing_list_id, id))',
      /constraint refs_l_i_fkey on table refs/,
    ],
    [
      'parsed function',
      'create function newest() returns bigint begin atomic select max(id) from subscribers; end',
      /function newest\(\)/,
    ],
  ])('refuses a table with a %s, and leaves it as it is', async (_, statement, message) => {
    await pool.query(statement);
    await expect(partitioned()).rejects.toThrow(message);
    expect(await readPartitioning(pool)).toMatchObject({ state: 'plain' });
  });

  it('misses no write that other transactions make at the same time', async () => {
    await pool.query(
      `create table mirror (like subscribers including all); insert into mirror select * from subscribers`,
    );
    let isDone = false;
    const writers = Promise.all([1, 2, 3].map((seed) => writeUntil(pool, seed, () => isDone)));
    await partitioned();
    isDone = true;
    await writers;
    expect(await rowsOf('subscribers')).toEqual(await rowsOf('mirror'));
    expect(await one('select count(*) > 0 as some from mirror')).toEqual({ some: true });
  });

  it('continues where a call was interrupted, with all that was written since', async () => {
    await expect(interrupted()).rejects.toThrow('stopped');
    expect(await readPartitioning(pool)).toMatchObject({
      state: 'copying',
      partitions: 4,
      rowsCopied: ROWS,
      isCopied: true,
    });
    await pool.query(`update subscribers set email = 'changed' where id % 3 = 0`);
    await pool.query(`delete from subscribers where id % 5 = 0`);
    await pool.query(`insert into subscribers (mailing_list_id, key, email) values (3, 'late', 'late')`);
    await pool.query(`update subscribers set key = key || 'x' where mailing_list_id = 3`);
    await pool.query(
      `update subscribers set key = 'late' where id = (select min(id) from subscribers where mailing_list_id = 3)`,
    );
    const expected = await rowsOf('subscribers');
    await expect(partitioned(ignored, 8)).rejects.toThrow('A copy with 4 partitions is under way.');
    await partitioned();
    expect(await rowsOf('subscribers')).toEqual(expected);
    await expect(partitioned()).rejects.toThrow('subscribers has 4 partitions already.');
    await expect(undoPartitioning(pool, ignored, LIMITS)).rejects.toThrow('There is no unfinished copy');
  });

  it('drops the copy when it is undone, and can begin again', async () => {
    await expect(interrupted()).rejects.toThrow('stopped');
    await undoPartitioning(pool, ignored, LIMITS);
    expect(await readPartitioning(pool)).toMatchObject({ state: 'plain' });
    expect((await pool.query(`select 1 from pg_trigger where tgrelid = 'subscribers'::regclass`)).rows).toEqual([]);
    await pool.query('truncate subscribers');
    await partitioned(ignored, 2);
    expect(await readPartitioning(pool)).toMatchObject({ state: 'partitioned', partitions: 2 });
  });

  it('refuses to exchange a copy that differs from the table, or is older than a migration', async () => {
    await expect(interrupted()).rejects.toThrow('stopped');
    await pool.query(`update subscribers_copy.subscribers set email = 'wrong' where id = 7`);
    await expect(partitioned()).rejects.toThrow('1 rows of the copy differ');
    await pool.query(`update subscribers_copy.subscribers set email = '7@x.io' where id = 7`);
    await pool.query(`alter table subscribers add column later text`);
    await expect(partitioned()).rejects.toThrow('The columns of subscribers have changed');
    expect(await readPartitioning(pool)).toMatchObject({ state: 'copying' });
  });

  it('keeps ids and the table from changes that the log does not have', async () => {
    await expect(interrupted()).rejects.toThrow('stopped');
    await expect(pool.query('truncate subscribers')).rejects.toThrow('is being partitioned');
    await expect(pool.query('update subscribers set id = -id')).rejects.toThrow('is being partitioned');
  });

  it('is not between the look-up of a partition and the statements that use it', async () => {
    await expect(interrupted()).rejects.toThrow('stopped');
    const exchange = await hold(pool, 'select');
    expect(await exchangeTables(exchange.client)).toBe(true);
    const lookedUp = inTransaction(pool, (client) => lockPartitionOf(client, 3));
    await exchange.untilWaitedFor();
    await exchange.release();
    expect(
      await one('select distinct tableoid::regclass::text as name from subscribers where mailing_list_id = 3'),
    ).toEqual({
      name: await lookedUp,
    });
  });

  it('waits for a transaction that holds the table, and lets others in while it waits', async () => {
    const reader = await hold(pool, 'select count(*) from subscribers');
    const lines: string[] = [];
    let isHeld: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const running = partitioned((line) => {
      lines.push(line);
      if (line.startsWith('A transaction uses the table')) isHeld();
    });
    await held;
    await pool.query(`update subscribers set email = 'meanwhile' where id = 1`);
    await reader.release();
    await running;
    expect(lines.at(-1)).toMatch(/^A transaction uses the table for more than 0.05 s: trying again in 0.01 s\.$/);
    expect(await one('select email from subscribers where id = 1')).toEqual({ email: 'meanwhile' });
  });
});
