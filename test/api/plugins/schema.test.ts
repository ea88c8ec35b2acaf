import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../../../api/app.ts';
import { bootstrap } from '../../../engine/db/accounts/bootstrap.ts';
import { migrate } from '../../../engine/db/schema/migrate.ts';
import { loadConfig } from '../../../engine/platform/config.ts';
import { createTestDatabase } from '../../support/database.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { createFakeJobs } from '../support/fake-jobs.ts';

const UPGRADED = 'the database of the service is being upgraded: try again in 10 seconds';

describe('an API whose database gets a later schema', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build();
  });

  it('is not ready and answers no call, until the schema is one that it knows', async () => {
    const { pool } = api.database;
    expect((await api.inject({ url: '/readyz' })).json()).toMatchObject({
      data: { parts: { schema: { state: 'right', reason: null } } },
    });
    await pool.query(`comment on table schema_migrations is null`);
    await pool.query(`insert into schema_migrations (version, name, md5) values (9999, 'later', '')`);
    const readiness = await api.inject({ url: '/readyz' });
    expect(readiness.statusCode).toBe(503);
    expect(readiness.json()).toMatchObject({
      error_message: expect.stringMatching(
        /^The database has the schema 9999, and this version knows none after \d+\./,
      ),
      data: { status: 'down', parts: { postgres: { state: 'up' }, schema: { state: 'wrong' } } },
    });
    expect((await api.inject({ url: '/healthz' })).statusCode).toBe(200);
    const refused = await api.inject({ url: '/ga/api/v2/mailing_lists' });
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('10');
    expect(refused.json()).toMatchObject({ error_code: 'internal_error', error_message: UPGRADED });

    await pool.query('delete from schema_migrations where version = 9999');
    expect((await api.call('GET', '/mailing_lists')).status).toBe(200);
    expect((await api.inject({ url: '/readyz' })).json()).toMatchObject({
      data: { parts: { schema: { state: 'right' } } },
    });
  });
});

describe('an API that starts', () => {
  const start = async (databaseUrl: string) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sluice-api-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const config = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    const app = await buildApp({ config, logger: pino({ level: 'silent' }), jobs: createFakeJobs() });
    onTestFinished(() => app.close());
    await app.ready();
    return { app, dataDir };
  };

  it('on an empty database waits for its migrations', async () => {
    const database = await createTestDatabase({ isMigrated: false });
    onTestFinished(() => database.drop());
    const { app, dataDir } = await start(database.url);
    const readiness = await app.inject({ url: '/readyz' });
    expect([readiness.statusCode, readiness.json<{ error_message: string }>().error_message]).toEqual([
      503,
      'The database has no tables of Sluice. Run npx sluice migrate.',
    ]);
    await migrate(database.url);
    const { apiKey } = await bootstrap(database.url, { dataDir });
    const headers = { authorization: `Basic ${apiKey}` };
    expect((await app.inject({ url: '/ga/api/v2/mailing_lists', headers })).statusCode).toBe(200);
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  });
});
