import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { isPostgresAway } from '../../../../engine/db/core/postgres-away.ts';
import { createDatabase, sql } from '../../../../engine/db/core/slonik.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

const END_OWN_CONNECTION = 'select pg_terminate_backend(pg_backend_pid())';

describe('the errors of a Postgres that cannot be reached', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ isMigrated: false });
  });
  afterAll(() => database.drop());

  it.each(['refused', 'silent', 'closed'] as const)('are known where connections are %s', async (kind) => {
    const { url, close } = await listen(kind);
    const pool = createPool(url);
    try {
      const failures = await Promise.all([errorOf(pool.query('select 1')), errorOf(createDatabase(url))]);
      expect(failures.map((failure) => isPostgresAway(failure))).toEqual([true, true]);
    } finally {
      await pool.end();
      await close();
    }
  });

  it('are known where it ends the connection of a statement', async () => {
    const db = await createDatabase(database.url);
    try {
      const failures = [
        await errorOf(database.pool.query(END_OWN_CONNECTION)),
        await errorOf(db.query(sql.unsafe`select pg_terminate_backend(pg_backend_pid())`)),
      ];
      expect(failures.map((failure) => isPostgresAway(failure))).toEqual([true, true]);
    } finally {
      await db.end();
    }
  });

  it('are told from those of a statement that is wrong', async () => {
    const failures = [
      await errorOf(database.pool.query('select no_column')),
      await errorOf(database.pool.query(`set statement_timeout = 1; select pg_sleep(1)`)),
      new Error('something else', { cause: new Error('and its cause') }),
      'a text',
    ];
    expect(failures.map((failure) => isPostgresAway(failure))).toEqual([false, false, false, false]);
  });

  it('are known as the cause of another error, also of one that is its own cause', () => {
    const inner = new Error('Connection terminated unexpectedly');
    expect(isPostgresAway(new Error('the job failed', { cause: inner }))).toBe(true);
    const circle = new Error('circle');
    circle.cause = circle;
    expect(isPostgresAway(circle)).toBe(false);
  });
});

/** An address at which no Postgres answers. */
async function listen(kind: 'refused' | 'silent' | 'closed') {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.add(socket);
    if (kind === 'closed') socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (kind === 'refused') await closed(server);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (kind !== 'refused') await closed(server);
  };
  return { url: `postgres://sluice@127.0.0.1:${port}/sluice`, close };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

async function errorOf(statement: Promise<unknown>): Promise<unknown> {
  try {
    await statement;
  } catch (error) {
    return error;
  }
  throw new Error('The statement did not fail.');
}
