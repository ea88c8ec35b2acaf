import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { API_PREFIX } from '../../api/http/prefix.ts';
import { readEngineFile } from '../../engine/cli/engine-file.ts';
import { createPool } from '../../engine/db/core/pool.ts';
import { csvOfAddresses } from '../support/imports.ts';

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const START = fileAt('../../engine/cli/start.ts');
const BLOCK_WHEN_TOLD = pathToFileURL(fileAt('../support/block-when-told.js')).href;
/** Longer than an event loop is late on a busy machine. */
const WATCHDOG_MS = 4_000;
/** Too many to be imported within one workflow task. */
const ROWS = 5_000;
const PATIENCE = { timeout: 90_000, interval: 100 };

let dataDir: string;
let engine: ChildProcess;
let pool: pg.Pool;
let written = '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-watchdog-'));
  engine = startEngine();
  await vi.waitFor(() => expect(written).toContain('Sluice is running'), PATIENCE);
  pool = createPool((await readEngineFile(dataDir)).databaseUrl, { max: 3, applicationName: 'test' });
});
afterAll(async () => {
  const ended = once(engine, 'exit');
  engine.kill('SIGTERM');
  await ended;
  await pool.end();
  await rm(dataDir, { recursive: true, force: true });
});

it('npx sluice start restarts roles whose event loop is blocked, logs what was under way, and the work goes on', async () => {
  const { id: list } = await demand('POST', '/mailing_lists', { mailing_list: { name: 'Blocked' } });
  const unlock = await lock('seed_lists', 'subscribers');
  const unanswered = call('GET', '/seed_lists').catch(() => 'no answer');
  const file_source = { type: 'json', content: csvOfAddresses(ROWS) };
  const subscriber_import = { column_mapping: ['email'], file_source };
  const { id } = await demand('POST', `/mailing_lists/${list}/subscriber_imports`, { subscriber_import });
  await vi.waitFor(async () => expect(await waitingFor()).toEqual(['seed_lists', 'subscribers']), PATIENCE);

  await Promise.all(
    ['server.ts', 'worker-process.ts'].map((script) => writeFile(join(dataDir, `block-${script}`), '')),
  );

  expect(await unanswered).toBe('no answer');
  await vi.waitFor(() => {
    expect(blocked('api')).toContainEqual(expect.arrayContaining([`GET ${API_PREFIX}/seed_lists`]));
    expect(blocked('worker')).toContainEqual(expect.arrayContaining(['mergeChunk']));
    expect(restarted()).toEqual(expect.arrayContaining(['api', 'worker']));
  }, PATIENCE);
  await unlock();
  await vi.waitFor(async () => {
    const { data } = await call('GET', `/subscriber_imports/${id}`);
    expect(data).toMatchObject({ state: 'finished', stats: { subscribers: { added: ROWS } } });
  }, PATIENCE);
});

function startEngine(): ChildProcess {
  const child = spawn(process.execPath, [START], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: '', TEMPORAL_ADDRESS: '', BOOTSTRAP_API_KEY: '' },
      ...{ DATA_DIR: dataDir, PORT: '0', TEMPORAL_UI_PORT: '0', LOG_LEVEL: 'error', WATCHDOG_MS: String(WATCHDOG_MS) },
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${BLOCK_WHEN_TOLD}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (written += text));
  return child;
}

async function call(method: string, path: string, body?: object): Promise<any> {
  const url = /^ {2}API +(\S+)$/m.exec(written)?.[1] ?? '';
  const key = (await readFile(join(dataDir, 'bootstrap-api-key'), 'utf8')).trim();
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}

async function demand(method: string, path: string, body: object): Promise<any> {
  const answer = await call(method, path, body);
  expect(answer).toMatchObject({ success: true });
  return answer.data;
}

/** Locks tables. @returns what unlocks them; the end of the test does, too */
async function lock(...tables: readonly string[]): Promise<() => Promise<void>> {
  const client = await pool.connect();
  let isLocked = true;
  const unlock = async () => {
    if (isLocked) await client.query('rollback');
    if (isLocked) client.release();
    isLocked = false;
  };
  onTestFinished(unlock);
  await client.query(`begin; lock table ${tables.join(', ')} in access exclusive mode`);
  return unlock;
}

/** The tables that something waits for. */
async function waitingFor(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select distinct relation::regclass::text as name from pg_locks where not granted and relation is not null order by 1',
  );
  return rows.map(({ name }) => name);
}

/** Work under way in a role, for each time that its watchdog ended it. */
function blocked(role: string): unknown[] {
  return lines()
    .filter((line) => line['role'] === role && line['underWay'] !== undefined)
    .map((line) => line['underWay']);
}

/** The processes that were started again after their watchdog had ended them. */
function restarted(): unknown[] {
  return lines()
    .filter((line) => line['signalCode'] === 'SIGKILL' && String(line['msg']).endsWith('restarting it'))
    .map((line) => line['process']);
}

function lines(): Record<string, unknown>[] {
  return written
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
