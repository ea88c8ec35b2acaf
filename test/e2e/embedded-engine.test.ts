import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPool } from '../../engine/db/core/pool.ts';
import { isListening } from '../../engine/embedded/free-port.ts';
import { isRunning } from '../../engine/embedded/leftovers.ts';
import { LAUNCHER, runSluice } from '../support/sluice.ts';

describe('the engine and its processes', () => {
  // Each test goes on with the data folder of the one before it, and with its engine where that still runs.
  let dataDir: string;
  let running: ChildProcess | null = null;
  let told: Told = {};

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-engine-'));
  });
  beforeEach(async () => {
    if (running === null) await start();
  });
  afterAll(async () => {
    await stop('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });

  it('keeps its files from other users, those of an earlier version too', async () => {
    expect(await openToOthers()).toEqual([]);
    await stop('SIGTERM');
    for (const name of ['temporal.db', 'postgres-password', 'logs/postgres.log'])
      await chmod(join(dataDir, name), 0o644);
    for (const name of ['', 'logs']) await chmod(join(dataDir, name), 0o755);

    await start();

    expect(await openToOthers()).toEqual([]);
  });

  it('lets other commands find its servers by the data folder, as long as it runs', async () => {
    const create = (name: string) => runSluice(['org:create', name, '--json'], { DATA_DIR: dataDir });

    expect(await create('Found')).toMatchObject({ code: 0, stdout: '{"id":2,"name":"Found"}\n' });
    expect(await query('select name from organizations where id = 2')).toEqual([{ name: 'Found' }]);
    expect((await stat(join(dataDir, 'engine.json'))).mode & 0o777).toBe(0o600);

    await stop('SIGTERM');
    expect(existsSync(join(dataDir, 'engine.json'))).toBe(false);
    expect(await create('Lost')).toMatchObject({ code: 1, stderr: expect.stringContaining('No engine runs on') });
  });

  it('lends its servers to a worker that is started next to it, and to the doctor', async () => {
    const worker = spawn(process.execPath, [LAUNCHER, 'worker'], {
      env: { ...process.env, DATABASE_URL: '', TEMPORAL_ADDRESS: '', DATA_DIR: dataDir, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let log = '';
    worker.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
    await vi.waitFor(() => expect(log).toContain('worker is running'), { timeout: 120_000, interval: 100 });

    const { stdout } = await runSluice(['doctor'], { DATA_DIR: dataDir });
    expect(stdout).toMatch(/^ok +workers +Workers that poll: 1\.$/m);
    expect(stdout).toMatch(/^ok +schema +Migration \d+ is the newest\.$/m);
    worker.kill('SIGTERM');
    await exitOf(worker);
  });

  it('refuses a data folder that another engine uses', async () => {
    const second = launch();

    const { failed } = await toldBy(second, 'failed');

    expect(failed).toBe(`Another engine is running on ${dataDir}: stop it first, or set DATA_DIR to another folder.`);
    await exitOf(second);
  });

  it('starts a role again that has ended by itself', async () => {
    const before = await diary();

    process.kill(before.at(-1)?.pid ?? 0, 'SIGKILL');

    await vi.waitFor(async () => expect(await diary()).toHaveLength(before.length + 1), WITHIN);
  });

  it('starts the servers again on the same addresses when their process is killed', async () => {
    const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

    process.kill(await parentOf(postmaster), 'SIGKILL');

    await vi.waitFor(() => expect(isRunning(postmaster)).toBe(false), WITHIN);
    await vi.waitFor(async () => expect(await query('select 1 as one')).toEqual([{ one: 1 }]), WITHIN);
  });

  it('leaves no process behind when it is killed, and is not taken for running', async () => {
    const roles = (await diary()).map(({ pid }) => pid);

    await stop('SIGKILL');

    await vi.waitFor(() => expect(roles.filter(isRunning)).toEqual([]), WITHIN);
    await vi.waitFor(async () => expect(await portsListening()).toEqual([false, false]), WITHIN);
    expect(existsSync(join(dataDir, 'engine.json'))).toBe(true);
    expect(await runSluice(['org:create', 'Lost'], { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No engine runs on'),
    });
  });

  it('finds its data, its key and its password again, also after it was killed', async () => {
    await query(`insert into organizations (name) values ('kept')`);
    const { apiKey } = told;
    await stop('SIGKILL');

    await start();

    expect(await query(`select name from organizations where name = 'kept'`)).toEqual([{ name: 'kept' }]);
    expect(told['apiKey']).toBe(apiKey);
    expect((await stat(join(dataDir, 'bootstrap-api-key'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
  });

  it('serves, and stops everything with exit code 0 when it is asked to more than once', async () => {
    expect(await portsListening()).toEqual([true, true]);
    const roles = new Set((await diary()).map(({ pid }) => pid).filter(isRunning));
    expect(roles.size).toBe(2);
    const engine = running!;

    engine.kill('SIGINT');
    await toldBy(engine, 'stopping');
    engine.kill('SIGINT');

    expect(await exitOf(engine)).toEqual({ code: 0, signal: null });
    running = null;
    expect(await portsListening()).toEqual([false, false]);
    const events = (await diary()).filter(({ pid }) => roles.has(pid)).map(({ event }) => event);
    expect(events.sort()).toEqual(['started', 'started', 'stopped', 'stopped']);
  });

  it('stops what it has started when a role does not come up', async () => {
    await stop('SIGTERM');
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
    const engine = spawn(process.execPath, [script], {
      env: { ...process.env, DATABASE_URL: '', TEMPORAL_ADDRESS: '', BOOTSTRAP_API_KEY: '', ...settings, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return engine;
  }

  async function start(): Promise<void> {
    running = launch();
    told = await toldBy(running, 'apiUrl');
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    const engine = running;
    running = null;
    if (engine === null) return;
    const exited = exitOf(engine);
    engine.kill(signal);
    await exited;
  }

  function portsListening(): Promise<boolean[]> {
    const urls = [told['databaseUrl'], `tcp://${told['temporalAddress']}`];
    return Promise.all(urls.map((url) => isListening(Number(new URL(url ?? '').port))));
  }

  async function query(statement: string): Promise<unknown[]> {
    const pool = createPool(told['databaseUrl'] ?? '');
    try {
      return (await pool.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await pool.end();
    }
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
    // Run by root, Postgres has a user of its own, whose group passes through the folder.
    return names.filter((name, i) => ((modes[i] ?? 0) & (name === '' ? 0o067 : 0o077)) !== 0);
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

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]);
}
