import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { lastingPort } from '../support/lasting-port.ts';
import { createTestDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { NO_PGBOUNCER, startPgBouncer } from '../support/pgbouncer.ts';
import { spawnRole } from '../support/role.ts';

/** An FTP server of its own process, and the database that it reads keys from. */
describe('an FTP server', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('stops when the database gets a schema that it does not know', async () => {
    const { role, output } = await start(database.url);
    await role.ready;
    await database.pool.query(`
      comment on table schema_migrations is null;
      insert into schema_migrations (version, name, md5) values (9999, 'later', '')`);
    await expect.poll(() => role.hasEnded(), { timeout: 60_000 }).toBe(true);
    expect(output()).toContain('this process stops its work');
    await database.pool.query('delete from schema_migrations where version = 9999');
  });

  it('refuses a pooler that shares sessions, with the setting that is needed', async (context) => {
    const pooler = await startPgBouncer(database.url, 'transaction');
    if (pooler === null) return context.skip(NO_PGBOUNCER);
    context.onTestFinished(pooler.stop);
    const { role, output } = await start(pooler.url);
    await expect(role.ready).rejects.toThrow('exit code 1');
    expect(output()).toContain('pool_mode = session');
  });

  async function start(databaseUrl: string) {
    let output = '';
    const dataDir = await mkdtemp(join(tmpdir(), 'sluice-ftp-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const env = { DATABASE_URL: databaseUrl, FTP_PORT: String(await lastingPort()), DATA_DIR: dataDir };
    const role = spawnRole('ftp', { env, output: (text) => (output += text) });
    onTestFinished(role.kill);
    return { role, output: () => output };
  }
});
