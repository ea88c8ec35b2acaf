import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../../engine/db/schema/migrate.ts';
import { parseMigration, readMigrations } from '../../../../engine/db/schema/migration.ts';
import type { LockLimits } from '../../../../engine/db/schema/migration-run.ts';
import { findSchemaFault } from '../../../../engine/db/schema/schema-check.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

const LIMITS: LockLimits = { waitMs: 200, pauseMs: 20, longestPauseMs: 100, giveUpMs: 60_000 };

describe('migrations of a database that is in use', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query('insert into organizations (id, name) values (77, $1)', ['News']);
  });
  afterAll(() => database.drop());

  let version = 9_000;
  const own = [...readMigrations()];
  /** Adds a migration to those of this version. */
  const add = (text: string) => own.push(parseMigration(`${++version}.do.added.sql`, text));
  const run = (report?: (line: string) => void, limits = LIMITS) =>
    migrate(database.url, { migrations: own, limits, ...(report === undefined ? {} : { report }) });

  /** A session in whose transaction a statement has run. */
  const holding = async (statement: string) => {
    const client = await database.pool.connect();
    onTestFinished(() => client.release(true));
    await client.query(`begin; ${statement}`);
    return client;
  };

  const waitingForLocks = async () => {
    const { rowCount } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount;
  };

  it('let calls pass that come behind them, and end when the lock is free', async () => {
    const holder = await holding('select from organizations');
    add('alter table organizations add column added_one integer');
    const lines: string[] = [];
    const migrating = run((line) => lines.push(line));
    await expect.poll(() => lines.length, { timeout: 30_000 }).toBeGreaterThan(1);
    // Behind a statement that waits for as long as the holder wants, these would never end.
    for (let call = 0; call < 20; call++) await database.pool.query('select name from organizations');
    expect(lines.at(-1)).toMatch(
      /^Migration 9001 waits for a lock that is held by session \d+ \(sluice, idle in transaction, \d+ s\)\. Next attempt in 1 s\.$/,
    );
    await holder.query('commit');
    expect(await migrating).toEqual([9001]);
  });

  it('fail with a sentence when the lock is never free, and continue with the next call', async () => {
    const holder = await holding('select from organizations');
    add('create table added_two ()');
    add('alter table organizations add column added_two integer');
    await expect(run(undefined, { ...LIMITS, giveUpMs: 0 })).rejects.toThrow(
      /^Migration 9003 waits for a lock.*run npx sluice migrate again: it continues\.$/,
    );
    await holder.query('commit');
    expect(await run()).toEqual([9003]);
  });

  it('are applied one by one: those before one that fails stay, and the database says which versions continue', async () => {
    const before = version;
    add('-- Earlier versions continue with this schema.\ncreate table added_three ()');
    add('create table added_four (); create table added_three ()');
    await expect(run()).rejects.toThrow(
      /^Migration 9005 failed with SQLSTATE 42P07, relation "added_three" already exists\./,
    );
    const { rows } = await database.pool
      .query(`select max(version)::integer as version, to_regclass('added_four') as four
      from schema_migrations`);
    expect(rows).toEqual([{ version: 9004, four: null }]);
    const fault = (newest: number) => findSchemaFault(database.pool, { newest, servesFrom: 0 });
    expect(await fault(before)).toBeNull();
    expect(await fault(before - 1)).not.toBeNull();
    own.pop();
    version--;
  });

  it('run once when two runs begin at the same time, outside transactions, too', async () => {
    add(
      '-- Runs outside a transaction.\ncreate table if not exists added_five (id integer);\n' +
        'create index concurrently if not exists added_five_id on added_five (id)',
    );
    add('alter table added_five add column other integer');
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual([9005, 9006]);
  });

  it('of several tables end no call by a deadlock', async () => {
    const [holder, call] = [await holding('select from mailing_lists'), await holding('select from organizations')];
    add(
      'alter table mailing_lists add column added_zero integer; alter table organizations add column added_zero integer',
    );
    const migrating = run(undefined, { ...LIMITS, waitMs: 2_000 });
    await expect.poll(waitingForLocks).toBe(1);
    // It waits behind the migration, which waits for it as soon as the other one ends.
    const called = call.query('select from mailing_lists');
    called.catch(() => undefined);
    await delay(400);
    await holder.query('commit');
    await expect(called).resolves.toMatchObject({ rowCount: 0 });
    await call.query('commit');
    expect(await migrating).toEqual([version]);
  });
});
