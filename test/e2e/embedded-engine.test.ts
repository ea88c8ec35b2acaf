import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPool } from '../../engine/db/core/pool.ts';
import { isListening } from '../../engine/embedded/free-port.ts';
import { scriptArguments } from '../../engine/platform/own-module.ts';
import { isRunning } from '../../engine/embedded/leftovers.ts';
import { runSluice } from '../support/sluice.ts';

describe('the engine and its processes', () => {
  let dataDir: string;
  const engines: ChildProcess[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-engine-'));
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await end(engine, 'SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });

  it('serves, and stops everything with exit code 0 when it is asked to more than once', async () => {
    const engine = launch();
    const told = await toldBy(engine, 'apiUrl');
    expect(await portsListening(told)).toEqual([true, true]);

    engine.kill('SIGINT');
    await toldBy(engine, 'stopping');
    engine.kill('SIGINT');

    expect(await exitOf(engine)).toEqual({ code: 0, signal: null });
    expect(await portsListening(told)).toEqual([false, false]);
    const events = (await diary()).map(({ event }) => event).sort();
    expect(events).toEqual(['started', 'started', 'stopped', 'stopped']);
  });

  it('finds its data, its key and its password again', async () => {
    const first = launch();
    const { databaseUrl, apiKey } = await toldBy(first, 'apiUrl');
    await query(databaseUrl, `insert into organizations (name) values ('kept')`);
    await end(first, 'SIGTERM');

    const told = await toldBy(launch(), 'apiUrl');

    expect(await query(told['databaseUrl'], 'select name from organizations order by id')).toEqual([
      { name: 'System Organization' },
      { name: 'kept' },
    ]);
    expect(told['apiKey']).toBe(apiKey);
    expect((await stat(join(dataDir, 'bootstrap-api-key'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
  });

  it('keeps its files from other users, those of an earlier version too', async () => {
    const first = launch();
    await toldBy(first, 'apiUrl');
    expect(await openToOthers()).toEqual([]);
    await end(first, 'SIGTERM');
    for (const name of ['temporal.db', 'postgres-password', 'logs/postgres.log'])
      await chmod(join(dataDir, name), 0o644);
    for (const name of ['', 'logs']) await chmod(join(dataDir, name), 0o755);

    await toldBy(launch(), 'apiUrl');

    expect(await openToOthers()).toEqual([]);
  });

  it('lets other commands find its servers by the data folder, as long as it runs', async () => {
    const engine = launch();
    const { databaseUrl } = await toldBy(engine, 'apiUrl');
    const create = (name: string) => runSluice(['org:create', name, '--json'], { DATA_DIR: dataDir });

    expect(await create('Found')).toMatchObject({ code: 0, stdout: '{"id":2,"name":"Found"}\n' });
    expect(await query(databaseUrl, 'select name from organizations where id = 2')).toEqual([{ name: 'Found' }]);
    expect((await stat(join(dataDir, 'engine.json'))).mode & 0o777).toBe(0o600);

    await end(engine, 'SIGTERM');
    expect(existsSync(join(dataDir, 'engine.json'))).toBe(false);
    expect(await create('Lost')).toMatchObject({ code: 1, stderr: expect.stringContaining('No engine runs on') });
  });

  it('is not taken for running when it was killed', async () => {
    const engine = launch();
    await toldBy(engine, 'apiUrl');
    await end(engine, 'SIGKILL');

    expect(existsSync(join(dataDir, 'engine.json'))).toBe(true);
    expect(await runSluice(['org:create', 'Lost'], { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No engine runs on'),
    });
  });

  it('leaves no process behind when it is killed, and starts again on the same data', async () => {
    const engine = launch();
    const told = await toldBy(engine, 'apiUrl');
    const roles = (await diary()).map(({ pid }) => pid);

    await end(engine, 'SIGKILL');

    await vi.waitFor(() => expect(roles.filter(isRunning)).toEqual([]), WITHIN);
    await vi.waitFor(async () => expect(await portsListening(told)).toEqual([false, false]), WITHIN);
    await toldBy(launch(), 'apiUrl');
  });

  it('starts a role again that has ended by itself', async () => {
    await toldBy(launch(), 'apiUrl');
    const [victim] = (await diary()).map(({ pid }) => pid);

    process.kill(victim ?? 0, 'SIGKILL');

    await vi.waitFor(async () => expect(await diary()).toHaveLength(3), WITHIN);
  });

  it('starts the servers again on the same addresses when their process is killed', async () => {
    const { databaseUrl } = await toldBy(launch(), 'apiUrl');
    const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

    process.kill(await parentOf(postmaster), 'SIGKILL');

    await vi.waitFor(() => expect(isRunning(postmaster)).toBe(false), WITHIN);
    await vi.waitFor(async () => expect(await query(databaseUrl, 'select 1 as one')).toEqual([{ one: 1 }]), WITHIN);
  });

  it('refuses a data folder that another engine uses', async () => {
    await toldBy(launch(), 'apiUrl');

    const { failed } = await toldBy(launch(), 'failed');

    expect(failed).toBe(`Another engine is running on ${dataDir}: stop it first, or set DATA_DIR to another folder.`);
  });

  it('stops what it has started when a role does not come up', async () => {
    const engine = launch({ STAND_IN_FAILS: 'yes' });

    const { failed } = await toldBy(engine, 'failed');

    expect(failed).toMatch(/^The (worker|api) process ended with exit code 3 before it was ready/);
    await exitOf(engine);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  const WITHIN = { timeout: 30_000, interval: 50 };

  function launch(env: Record<string, string> = {}): ChildProcess {
    const script = fileURLToPath(new URL('../support/run-engine.ts', import.meta.url));
    const settings = { DATA_DIR: dataDir, PORT: '0', TEMPORAL_UI_PORT: '0', LOG_LEVEL: 'silent' };
    const engine = spawn(process.execPath, scriptArguments(script), {
      env: { ...process.env, DATABASE_URL: '', TEMPORAL_ADDRESS: '', BOOTSTRAP_API_KEY: '', ...settings, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    engines.push(engine);
    return engine;
  }

  /** Entries of the data folder that other users may read, write or list. */
  async function openToOthers(): Promise<string[]> {
    const names = ['', ...(await readdir(dataDir, { recursive: true }))];
    const modes = await Promise.all(
      names.map((name) =>
        lstat(join(dataDir, name)).then(
          ({ mode }) => mode,
          () => 0,
        ),
      ),
    );
    // Run by root, Postgres has a user of its own that passes through the folder.
    return names.filter((name, i) => ((modes[i] ?? 0) & (name === '' ? 0o066 : 0o077)) !== 0);
  }

  async function diary(): Promise<{ event: string; pid: number }[]> {
    const text = await readFile(join(dataDir, 'roles.log'), 'utf8');
    const lines = text.trim().split('\n');
    return lines.map((line) => JSON.parse(line) as { event: string; pid: number });
  }
});

type Told = Record<string, string>;

/** The first message of the engine that has this key. */
function toldBy(engine: ChildProcess, key: string): Promise<Told> {
  return new Promise((resolve, reject) => {
    engine.on('message', (message) => {
      const told = message as Told;
      if (key in told) resolve(told);
      else if ('failed' in told) reject(new Error(told['failed']));
    });
    engine.once('exit', (code) => reject(new Error(`The engine ended with exit code ${code ?? 'none'}.`)));
  });
}

function exitOf(engine: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  if (engine.exitCode !== null || engine.signalCode !== null) {
    return Promise.resolve({ code: engine.exitCode, signal: engine.signalCode });
  }
  return new Promise((resolve) => engine.once('exit', (code, signal) => resolve({ code, signal })));
}

async function end(engine: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = exitOf(engine);
  engine.kill(signal);
  await exited;
}

function portsListening(told: Told): Promise<boolean[]> {
  const ports = [told['databaseUrl'], `tcp://${told['temporalAddress']}`].map((url) => Number(new URL(url ?? '').port));
  return Promise.all(ports.map(isListening));
}

async function query(databaseUrl: string | undefined, statement: string): Promise<unknown[]> {
  const pool = createPool(databaseUrl ?? '');
  try {
    return (await pool.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await pool.end();
  }
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]);
}
