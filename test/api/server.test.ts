import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { lastingPort } from '../support/lasting-port.ts';

const SERVER = fileURLToPath(new URL('../../api/server.ts', import.meta.url));

describe('the API process', () => {
  let database: TestDatabase;
  let dataDir: string;
  let child: ChildProcess | null = null;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'sluice-server-'));
  });
  afterEach(() => child?.kill('SIGKILL'));
  afterAll(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (settings: Record<string, string>) => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'info', ...settings };
    child = spawn(process.execPath, [SERVER], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return child;
  };
  const serve = async () => {
    const port = await lastingPort();
    // Nothing listens there: the API serves without Temporal.
    const server = start({ PORT: String(port), DATABASE_URL: database.url, TEMPORAL_ADDRESS: '127.0.0.1:1' });
    const [message] = (await once(server, 'message')) as [unknown];
    return { server, message, origin: `http://127.0.0.1:${port}` };
  };

  it('says that it is ready when it serves, and ends with code 0 on SIGTERM', async () => {
    const { server, message, origin } = await serve();
    expect(message).toBe('ready');
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect((await fetch(`${origin}/ga/api/v2/mailing_lists`)).status).toBe(401);
    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
  });

  it('ends with what to do where times are read wrongly in sessions of the database', async () => {
    const other = await createTestDatabase();
    onTestFinished(() => other.drop());
    const name = new URL(other.url).pathname.slice(1);
    await other.pool.query(`alter database ${name} set datestyle = 'SQL, DMY'`);
    const server = start({ DATABASE_URL: other.url, TEMPORAL_ADDRESS: '127.0.0.1:1' });
    const [errors, [code]] = await Promise.all([
      server.stderr === null ? '' : text(server.stderr),
      once(server, 'exit'),
    ]);
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^Sessions of the database have the DateStyle "SQL, DMY"/),
    ]);
  });

  it('ends when its parent is gone', async () => {
    const { server } = await serve();
    server.disconnect();
    expect(await once(server, 'exit')).toEqual([0, null]);
  });

  it('names what is not set and where it comes from', async () => {
    const server = start({});
    const errors = server.stderr === null ? '' : await text(server.stderr);
    expect(errors.trim().split('\n')).toEqual([
      'DATABASE_URL is not set: "npx sluice start" brings its own and sets it; on its own the API needs it set.',
      'TEMPORAL_ADDRESS is not set: "npx sluice start" brings its own and sets it; on its own the API needs it set.',
    ]);
    expect(server.exitCode ?? (await once(server, 'exit'))[0]).toBe(1);
  });
});
