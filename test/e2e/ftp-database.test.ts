import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Client, enterPassiveModeIPv4, FTPError } from 'basic-ftp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../../engine/db/core/slonik.ts';
import { countFtpServers } from '../../engine/db/uploads/ftp-servers.ts';
import { bootstrap } from '../../engine/db/accounts/bootstrap.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { createTestDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { NO_PGBOUNCER, startPgBouncer } from '../support/pgbouncer.ts';
import { spawnRole } from '../support/role.ts';
import { startSilentRelay, through } from '../support/silent-relay.ts';

const FTP_PASSIVE_PORTS = '20000-29999';
/** docs/reliability.md promises an answer within that time. */
const ANSWER_MS = 15_000;

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

  it('is counted while it runs, also after its sessions were ended', async () => {
    const db = await createDatabase(database.url, { connections: 1 });
    onTestFinished(() => db.end());
    const count = () => countFtpServers(db);
    expect(await count()).toBe(0);
    const { role } = await start(database.url);
    await role.ready;
    await expect.poll(count, { timeout: 60_000 }).toBe(1);
    await database.pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and application_name = 'sluice-ftp'`,
    );
    expect(await count()).toBe(0);
    await expect.poll(count, { timeout: 60_000 }).toBe(1);
    await role.kill();
    await expect.poll(count, { timeout: 60_000 }).toBe(0);
  });

  it('answers an upload with an error while Postgres says nothing, and takes the next one', async () => {
    const relay = await startSilentRelay(Number(new URL(database.url).port));
    onTestFinished(relay.close);
    const { role, port, dataDir } = await start(through(relay, database.url));
    const { apiKey } = await bootstrap(database.url, { dataDir });
    await role.ready;
    const logIn = async () => {
      const client = new Client(ANSWER_MS);
      onTestFinished(() => client.close());
      client.prepareTransfer = enterPassiveModeIPv4;
      await client.access({ host: '127.0.0.1', port, user: 'api', password: apiKey ?? '' });
      return client;
    };
    const upload = (client: Client, name: string) => client.uploadFrom(Readable.from(['email\n']), name);
    const client = await logIn();
    await upload(client, 'before.csv');

    relay.fallSilent();
    // A client that waits in vain for a reply fails with another error.
    await expect(upload(client, 'during.csv')).rejects.toBeInstanceOf(FTPError);
    await expect(logIn()).rejects.toMatchObject({ code: 421 });
    relay.speak();
    await expect.poll(async () => upload(await logIn(), 'after.csv'), { timeout: 60_000 }).toMatchObject({ code: 226 });
    await upload(client, 'same.csv');
    expect((await client.list()).map(({ name }) => name).sort()).toEqual(['after.csv', 'before.csv', 'same.csv']);
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
    const port = await lastingPort();
    const env = { DATABASE_URL: databaseUrl, FTP_PORT: String(port), DATA_DIR: dataDir, FTP_PASSIVE_PORTS };
    const role = spawnRole('ftp', { env, output: (text) => (output += text) });
    onTestFinished(role.kill);
    return { role, port, dataDir, output: () => output };
  }
});
