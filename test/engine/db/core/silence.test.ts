import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DatabasePool } from 'slonik';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCopy } from '../../../../engine/db/core/copy.ts';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { isPostgresAway } from '../../../../engine/db/core/postgres-away.ts';
import { processOf } from '../../../../engine/db/core/process-of.ts';
import { createDatabase, sql } from '../../../../engine/db/core/slonik.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';
import { startSilentRelay, through } from '../../../support/silent-relay.ts';
import type { SilentRelay } from '../../../support/silent-relay.ts';

/** More than what the watch takes, on a machine that is busy. */
const LIMIT_MS = 90_000;

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
  pool = createPool(through(relay, database.url), { max: 4 });
  db = await createDatabase(through(relay, database.url), { connections: 1 });
});
afterEach(async () => {
  await relay.close();
  await Promise.all([pool.end(), db.end()]);
});

/** Both ways in which the project queries. */
const WAYS = [
  ['a pool of pg', (statement: string) => pool.query(statement)],
  ['a pool of slonik', (statement: string) => db.query({ ...sql.unsafe`select`, sql: statement })],
] as const;

describe.each(WAYS)('a statement of %s', (_, query) => {
  it(
    'fails where its answer is lost, and the next one gets a connection that works',
    async () => {
      const statement = errorOf(query('select pg_sleep(1)'));
      await expect.poll(() => active('select pg_sleep(1)')).toBe(1);
      relay.lose();
      expect(isPostgresAway(await statement)).toBe(true);
      await expect(query('select 1')).resolves.toMatchObject({ rowCount: 1 });
    },
    LIMIT_MS,
  );

  it(
    'fails where it was lost itself',
    async () => {
      await query('select 1');
      relay.lose();
      expect(isPostgresAway(await errorOf(query('select 2')))).toBe(true);
    },
    LIMIT_MS,
  );

  it(
    'fails where nothing answers at all, and works when something does again',
    async () => {
      await query('select 1');
      relay.fallSilent();
      expect(isPostgresAway(await errorOf(query('select 2')))).toBe(true);
      relay.speak();
      await expect(query('select 3')).resolves.toMatchObject({ rowCount: 1 });
    },
    LIMIT_MS,
  );

  it(
    'may take long',
    async () => {
      await expect(query('select pg_sleep(12)')).resolves.toMatchObject({ rowCount: 1 });
    },
    LIMIT_MS,
  );
});

describe('a COPY from this process', () => {
  const COPY = 'copy heard (line) from stdin';
  const open = async () => {
    const client = await pool.connect();
    await client.query('create temp table heard (line text)');
    const sink = openCopy(client, 'heard (line)');
    await sink.write(Buffer.from('first\n'));
    await expect.poll(() => active(COPY)).toBe(1);
    return { client, sink };
  };

  it(
    'fails where its rows are lost',
    async () => {
      const { client, sink } = await open();
      relay.lose();
      await sink.write(Buffer.from('second\n'));
      expect(isPostgresAway(await errorOf(sink.end()))).toBe(true);
      client.release(true);
    },
    LIMIT_MS,
  );

  it(
    'fails where it is given up and that is lost',
    async () => {
      const { client, sink } = await open();
      relay.lose();
      sink.abort(new Error('the source broke'));
      expect(isPostgresAway(await errorOf(client.query('rollback')))).toBe(true);
      client.release(true);
    },
    LIMIT_MS,
  );

  it(
    'may wait long for its next row',
    async () => {
      const { client, sink } = await open();
      await delay(12_000);
      await sink.write(Buffer.from('second\n'));
      await sink.end();
      await expect(client.query('select line from heard')).resolves.toMatchObject({ rowCount: 2 });
      client.release();
    },
    LIMIT_MS,
  );
});

describe('connections that wait for work', () => {
  it(
    'end when one that is in use finds that the server has ended their sessions',
    async () => {
      const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
      const processes = clients.map(processOf);
      relay.lose();
      for (const client of clients) client.release();
      await database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [processes]);
      expect(isPostgresAway(await errorOf(pool.query('select 1')))).toBe(true);
      await expect.poll(() => pool.totalCount).toBe(0);
      await expect(pool.query('select 1')).resolves.toMatchObject({ rowCount: 1 });
    },
    LIMIT_MS,
  );
});

describe('a session', () => {
  it.each(WAYS)('of %s has Postgres look for a peer that is gone', async (_, query) => {
    const { rows } = await query(`select current_setting('tcp_keepalives_idle') as idle,
      current_setting('tcp_keepalives_interval') as between, current_setting('tcp_keepalives_count') as probes,
      current_setting('tcp_user_timeout') as unanswered`);
    expect(rows).toEqual([{ idle: '5', between: '2', probes: '3', unanswered: '10000' }]);
  });
});

/** The number of sessions that run a statement. */
async function active(statement: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and state = 'active' and query = $1`,
    [statement],
  );
  return rows[0]?.count ?? 0;
}

function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
