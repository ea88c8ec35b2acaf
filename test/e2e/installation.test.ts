import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EmbeddedHost } from '../../engine/embedded/host-process.ts';
import { startHost } from '../../engine/embedded/host-process.ts';
import { TemporalClient } from '../../engine/jobs/temporal-client.ts';
import type { Config } from '../../engine/platform/config.ts';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { createTestDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, untilEnded, untilImport } from '../support/imports.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { maintain } from '../support/maintenance.ts';
import { spawnRole } from '../support/role.ts';
import type { Role, RoleName } from '../support/role.ts';
import type { SluiceRun } from '../support/sluice.ts';
import { runSluice } from '../support/sluice.ts';
import { openOnCallDocument } from './support/on-call-page.ts';
import { command } from './support/staged-import.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };
const CSV = 'email\nann@example.com\n';

/** A role and what it writes. */
interface StartedRole extends Role {
  readonly written: () => string;
}

function startRole(name: RoleName, config: Config): StartedRole {
  let written = '';
  const role = spawnRole(name, { env: configEnvironment(config), output: (text) => (written += text) });
  onTestFinished(role.kill);
  return { ...role, written: () => written };
}

/** Starts a role that must refuse. @returns the exit code, in words, and what it wrote */
async function refusalOf(name: RoleName, config: Config): Promise<{ readonly end: string; readonly written: string }> {
  const role = startRole(name, { ...config, port: await lastingPort() });
  const end = await role.ready.then(
    () => 'It serves.',
    (error: Error) => error.message,
  );
  return { end, written: role.written() };
}

async function idOf({ pool }: TestDatabase | TestEngine): Promise<string> {
  return (await pool.query<{ id: string }>('select id from installation')).rows[0]?.id ?? '';
}

function sluice(config: Config, ...args: string[]): Promise<SluiceRun> {
  return runSluice(args, {
    DATABASE_URL: config.databaseUrl ?? '',
    TEMPORAL_ADDRESS: config.temporalAddress ?? '',
    TEMPORAL_NAMESPACE: config.temporalNamespace,
    WORKFLOW_ID_PREFIX: config.workflowIdPrefix,
    TASK_QUEUE: config.taskQueue,
    DATA_DIR: config.dataDir,
  });
}

describe('two databases in one namespace', () => {
  let first: TestEngine;
  let second: TestDatabase;
  beforeAll(async () => {
    first = await startTestEngine();
    second = await createTestDatabase();
  });
  afterAll(async () => {
    await second?.drop();
    await first?.stop();
  });

  it.each(['worker', 'api'] as const)(
    'are refused by a process with the second one (%s), which names both',
    async (name) => {
      const { end, written } = await refusalOf(name, { ...first.config, databaseUrl: second.url });

      expect(end).toBe(`The ${name} ended with exit code 1.`);
      expect(written).toContain('The task queue "sluice" in the Temporal namespace');
      for (const each of [
        await idOf(first),
        placeOf(first.config.databaseUrl),
        await idOf(second),
        placeOf(second.url),
      ]) {
        expect(written).toContain(each);
      }
      expect(written).toContain('npx sluice installation adopt');
      expect(written).not.toContain(new URL(second.url).password);
    },
  );

  it.each([
    ['the task queue', { workflowIdPrefix: 'eu-' }, 'The task queue "sluice"'],
    ['the prefix', { taskQueue: 'others' }, 'The prefix "" of workflow ids'],
  ])('are refused also when only %s is the same', async (_, names, subject) => {
    const { end, written } = await refusalOf('worker', { ...first.config, ...names, databaseUrl: second.url });

    expect(end).toBe('The worker ended with exit code 1.');
    expect(written).toContain(subject);
  });

  it('are refused by the command line', async () => {
    const refused = await sluice({ ...first.config, databaseUrl: second.url }, 'jobs');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(await idOf(first)) });
  });

  it('leave the imports of the first one to it', async () => {
    const list = await createList(first, 'Members');
    const id = await createImport(first, list, CSV);

    expect(await untilEnded(first, id)).toMatchObject({ state: 'finished' });
    expect(await emailsOf(first, list)).toEqual(['ann@example.com']);
  });
});

describe('another Temporal on the database of an installation', () => {
  let engine: TestEngine;
  let host: EmbeddedHost;
  let dataDir: string;
  let elsewhere: Config;
  let paused: number;
  let scheduled: number;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-installation-'));
    engine = await startTestEngine();
    const temporal = { namespace: 'default', uiPort: 0, persistent: false, cacheDir: engine.config.cacheDir };
    const request = { dataDir, logLevel: 'warn', disposable: true, postgres: null, temporal } as const;
    host = await startHost(request, { onProgress: () => undefined });
    elsewhere = { ...engine.config, temporalAddress: host.temporalAddress ?? '', temporalNamespace: 'default' };
    const list = await createList(engine, 'Members');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    scheduled = await createImport(engine, list, CSV, { begins_at: later });
    paused = await createImport(engine, list, CSV, { begins_at: later });
    await command(engine, { id: paused }, 'pause');
  });
  afterAll(async () => {
    await engine?.stop();
    await host?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const states = async () => [
    (await engine.call('GET', `/subscriber_imports/${scheduled}`)).data.state,
    (await engine.call('GET', `/subscriber_imports/${paused}`)).data.state,
  ];

  it.each(['worker', 'api'] as const)('is refused by a %s, which names both, and touches no job', async (name) => {
    const { end, written } = await refusalOf(name, elsewhere);

    expect(end).toBe(`The ${name} ended with exit code 1.`);
    const { namespaceId, address } = await boundPlace();
    const { namespaceInfo } = await engine.temporal.workflowService.describeNamespace({
      namespace: engine.config.temporalNamespace,
    });
    expect([namespaceId, address]).toEqual([namespaceInfo?.id, engine.config.temporalAddress]);
    for (const each of [await idOf(engine), namespaceId, address, elsewhere.temporalAddress]) {
      expect(written).toContain(each);
    }
    expect(await states()).toEqual(['scheduled', 'paused']);
  });

  it('is refused by the command line, which says what belongs to what', async () => {
    const { stdout, code } = await sluice(elsewhere, 'installation');

    expect(code).toBe(0);
    expect(stdout).toContain(`installation ${await idOf(engine)}`);
    expect(stdout).toContain('The task queue "sluice" is of no installation.');
    expect(await sluice(elsewhere, 'job', String(paused), 'cancel')).toMatchObject({ code: 1 });
    expect((await sluice(engine.config, 'installation')).stdout).toContain('They belong together.\n');
  });

  it('ends an API that it answers after its start', async () => {
    const port = await lastingPort();
    const api = startRole('api', { ...elsewhere, temporalAddress: `127.0.0.1:${port}`, port: await lastingPort() });
    await api.ready;

    const front = await forward(port, elsewhere.temporalAddress ?? '');
    onTestFinished(() => void front.close());

    await vi.waitFor(() => expect(api.hasEnded()).toBe(true), PATIENCE);
    expect(api.written()).toContain('npx sluice installation adopt');
    expect(await states()).toEqual(['scheduled', 'paused']);
  });

  it('gets the database by a command, which the former Temporal is refused after', async () => {
    await engine.stopWorker();

    const page = openOnCallDocument({ ...engine, config: elsewhere });
    expect(await page.run('Another installation', 0)).toContain('would count as lost');
    expect(await page.run('Another installation', 1)).toMatch(/They belong together\.\nStart the service/);
    expect(page.untried('installation.test.ts')).toEqual([]);

    expect((await refusalOf('worker', engine.config)).end).toBe('The worker ended with exit code 1.');
    await engine.startWorker(elsewhere);
    const connection = await Connection.connect({ address: elsewhere.temporalAddress ?? '' });
    onTestFinished(() => connection.close());
    const temporal = new TemporalClient(elsewhere, { connection });
    await maintain(temporal, 'reconcile');
    for (const id of [scheduled, paused]) await temporal.workflow.getHandle(`subscriber-import/${id}`).describe();
    await vi.waitFor(async () => expect(await states()).toEqual(['scheduled', 'paused']), PATIENCE);
    expect(await sluice(elsewhere, 'job', String(paused), 'unpause')).toMatchObject({ code: 0 });
    await untilImport(engine, paused, ({ state }) => state === 'scheduled');
  });

  async function boundPlace() {
    const { rows } = await engine.pool.query<{ namespaceId: string; address: string }>(
      'select temporal_namespace_id as "namespaceId", temporal_address as address from installation',
    );
    return rows[0]!;
  }
});

/** Forwards connections to a local port. */
async function forward(port: number, address: string): Promise<Server> {
  const [host = '', to = ''] = address.split(':');
  const server = createServer((socket) => {
    const other = connect(Number(to), host);
    socket.pipe(other).pipe(socket);
    for (const each of [socket, other]) each.on('error', () => [socket, other].forEach((end) => end.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

function placeOf(databaseUrl: string | undefined): string {
  const { host, pathname } = new URL(databaseUrl ?? '');
  return `${host}${pathname}`;
}
