import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildApp } from '../../api/app.ts';
import { bootstrap } from '../../engine/db/accounts/bootstrap.ts';
import { migrate } from '../../engine/db/schema/migrate.ts';
import { startEmbeddedPostgres } from '../../engine/embedded/postgres.ts';
import { createServerClock } from '../../engine/jobs/server-clock.ts';
import { readTaskQueues } from '../../engine/jobs/task-queue.ts';
import { createTestDatabase } from '../support/database.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createNamespace } from '../support/namespaces.ts';
import { NO_REDIS, startRedis } from '../support/redis.ts';
import { NO_S3, startS3 } from '../support/s3.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { startSilentRelay, through } from '../support/silent-relay.ts';
import { startSmtpServer } from '../support/smtp-server.ts';

describe('the health of the service', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  const build = async (changes: object): Promise<FastifyInstance> => {
    const app = await buildApp({ config: { ...engine.config, ...changes }, logger: pino({ level: 'silent' }) });
    onTestFinished(() => app.close());
    return app;
  };
  // The engine's database and namespace belong to each other.
  const anotherNamespace = async () => {
    const temporalNamespace = `health-${randomUUID()}`;
    const { client } = await createNamespace(engine.config.temporalAddress ?? '', temporalNamespace);
    await client.connection.close();
    return { temporalNamespace };
  };
  const anotherDatabase = async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    return { databaseUrl: database.url };
  };
  const ask = async (app: FastifyInstance, path: string) => {
    const response = await app.inject({ method: 'GET', url: path });
    return { status: response.statusCode, ...response.json() };
  };

  it.each(['/healthz', '/readyz'])('is whole at %s when every part is there', async (path) => {
    // Temporal learns of a worker when that asks it for tasks.
    await expect
      .poll(async () => (await ask(engine.app, '/readyz')).data.parts.workers.count, { timeout: 60_000 })
      .toBe(1);
    expect(await ask(engine.app, path)).toMatchObject({
      status: 200,
      success: true,
      data: {
        parts: {
          postgres: { state: 'up' },
          temporal: { state: 'up' },
          workers: { state: 'up', count: 1 },
          redis: { state: 'not_configured' },
          files: { state: 'up' },
          mail: { state: 'not_configured' },
        },
      },
    });
    expect((await ask(engine.app, '/readyz')).data.status).toBe('ready');
  });

  it('tells that Temporal is away, and that nobody knows of the workers then', async () => {
    const app = await build({ temporalAddress: `127.0.0.1:${await lastingPort()}` });
    expect(await ask(app, '/readyz')).toMatchObject({
      status: 200,
      data: {
        status: 'degraded',
        parts: { temporal: { state: 'down' }, workers: { state: 'unknown', count: null }, postgres: { state: 'up' } },
      },
    });
  });

  it('tells that no worker was heard of for longer than one is ever silent', async () => {
    await engine.stopWorker();
    const client = engine.temporal;
    let passed = 0;
    const clock = createServerClock(() => performance.now() + passed);
    expect((await readTaskQueues(client, clock)).workers).toBe(1);
    passed = 80_000;
    expect((await readTaskQueues(client, clock)).workers).toBe(0);
    await engine.startWorker();
    passed = 60_000;
    expect((await readTaskQueues(client, clock)).workers).toBeGreaterThan(0);
  });

  it.each([-1, 1])('counts workers whose Temporal has a clock that is 5 minutes off (%i)', async (sign) => {
    await expect.poll(async () => (await readTaskQueues(engine.temporal)).workers, { timeout: 60_000 }).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + sign * 300_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await readTaskQueues(engine.temporal)).workers).toBe(1);
    expect((await readTaskQueues(engine.temporal, createServerClock())).workers).toBe(1);
  });

  it('tells that there never was a worker', async () => {
    const app = await build({ ...(await anotherDatabase()), ...(await anotherNamespace()) });
    await expect
      .poll(() => ask(app, '/readyz'), { timeout: 30_000 })
      .toMatchObject({
        status: 200,
        data: { status: 'degraded', parts: { temporal: { state: 'up' }, workers: { state: 'none', count: 0 } } },
      });
  });

  it('tells that Redis is away', async (context) => {
    const redis = await startRedis();
    if (redis === null) return context.skip(NO_REDIS);
    const app = await build({ redisUrl: redis.url });
    expect((await ask(app, '/readyz')).data.parts.redis).toEqual({ state: 'up' });

    const dead = await build({ redisUrl: `redis://127.0.0.1:${await lastingPort()}` });
    await redis.stop();

    expect(await ask(dead, '/readyz')).toMatchObject({
      status: 200,
      data: { status: 'degraded', parts: { redis: { state: 'down' } } },
    });
  });

  it('tells that the mail server says nothing', async () => {
    const server = await startSmtpServer();
    const relay = await startSilentRelay(server.port);
    const stop = () => Promise.all([relay.close(), server.stop()]);
    onTestFinished(async () => void (await stop()));
    const smtpUrl = through(relay, server.url);
    expect((await ask(await build({ smtpUrl }), '/readyz')).data.parts.mail).toEqual({ state: 'up' });

    relay.fallSilent();
    const app = await build({ smtpUrl });
    await expect
      .poll(() => ask(app, '/readyz'), { timeout: 60_000 })
      .toMatchObject({ status: 200, data: { status: 'degraded', parts: { mail: { state: 'down' } } } });
    const { parts } = await app.reportJobs();
    expect(parts.mail).toEqual({ state: 'down' });
  });

  it('tells that the bucket of the files is away', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'sluice-test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'sluice-test-secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const endpoint = `http://127.0.0.1:${await lastingPort()}`;
    const app = await build({ s3: { bucket: 'sluice', prefix: '', region: 'us-east-1', endpoint } });
    expect(await ask(app, '/readyz')).toMatchObject({
      status: 200,
      data: { status: 'degraded', parts: { files: { state: 'down' } } },
    });
  });

  it('tells that the folder of the files is gone', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'sluice-test-health-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const filesDir = join(dir, 'new', 'files');
    const app = await build({ filesDir });
    const files = async () => (await ask(app, '/readyz')).data.parts.files.state;
    expect(await files()).toBe('up');
    await rm(filesDir, { recursive: true });
    await expect.poll(files, { timeout: 60_000 }).toBe('down');
    await mkdir(filesDir);
    await expect.poll(files, { timeout: 60_000 }).toBe('up');
  });

  it('tells that there is no such bucket', async (context) => {
    const s3 = await startS3();
    if (s3 === null) return context.skip(NO_S3);
    onTestFinished(() => s3.stop());
    for (const [bucket, state] of [
      ['sluice', 'up'],
      ['none', 'down'],
    ] as const) {
      const app = await build({ s3: { ...s3.bucket, bucket } });
      expect(await ask(app, '/readyz')).toMatchObject({ status: 200, data: { parts: { files: { state } } } });
    }
  });

  it('queries a silent bucket less often than it is asked itself', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'sluice-test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'sluice-test-secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const [probes, queries] = [12, { count: 0 }];
    const server = createServer(() => (queries.count += 1)).listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const app = await build({ s3: { bucket: 'sluice', prefix: '', region: 'us-east-1', endpoint } });
    for (let i = 0; i < probes; i++) expect((await ask(app, '/readyz')).data.parts.files.state).toBe('down');
    expect(queries.count).toBeGreaterThan(0);
    expect(queries.count).toBeLessThan(probes);
  });

  it('answers 503 at /readyz and stays up at /healthz while Postgres is away, and recovers', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'sluice-test-health-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const start = (port?: number) =>
      startEmbeddedPostgres({ dir: join(dir, 'postgres'), durable: false, port, log: pino({ level: 'silent' }) });
    let postgres = await start();
    onTestFinished(() => postgres.stop('fast'));
    await migrate(postgres.url);
    await bootstrap(postgres.url, { dataDir: dir });
    const app = await build({ databaseUrl: postgres.url, ...(await anotherNamespace()) });
    expect((await ask(app, '/readyz')).status).toBe(200);

    await postgres.stop('fast');
    expect(await ask(app, '/readyz')).toMatchObject({
      status: 503,
      success: false,
      error_code: 'internal_error',
      error_message: 'Postgres does not answer',
      data: { status: 'down', parts: { postgres: { state: 'down' }, temporal: { state: 'up' } } },
    });
    expect(await ask(app, '/healthz')).toMatchObject({ status: 200, data: { status: 'up' } });

    postgres = await start(postgres.port);
    await expect.poll(() => ask(app, '/readyz'), { timeout: 30_000 }).toMatchObject({ status: 200 });
  });

  it('names no address, user or password', async () => {
    const app = await build({ databaseUrl: engine.config.databaseUrl });
    const { body } = await app.inject({ method: 'GET', url: '/readyz' });
    const { hostname, port, password } = new URL(engine.config.databaseUrl ?? '');
    expect(password).not.toBe('');
    for (const secret of [hostname, port, password]) expect(body).not.toContain(secret);
  });
});
