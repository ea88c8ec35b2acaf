import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSluice } from '../support/sluice.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));

describe('a service that runs its own servers', () => {
  // Each test goes on with the data folder of the one before it.
  let dataDir: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sluice-test-emptied-'));
    expect(await served()).toContain('Sluice is running');
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  it('starts after the data of Temporal were removed', async () => {
    const before = await installation();
    for (const name of await readdir(dataDir)) if (name.startsWith('temporal.db')) await rm(join(dataDir, name));

    expect(await served()).toContain('Sluice is running');

    const after = await installation();
    expect(after.refusal).toBeNull();
    expect(after.database.installation).toBe(before.database.installation);
    expect(after.temporal.namespaceId).not.toBe(before.temporal.namespaceId);
  });

  it('does not start on a new database and the Temporal of the former one before a command adopts it', async () => {
    await rm(join(dataDir, 'postgres'), { recursive: true });

    const refused = await served();
    expect(refused).not.toContain('Sluice is running');
    expect(refused).toContain('each would do the other');

    expect((await installation('adopt')).refusal).toBeNull();
    expect(await served()).toContain('Sluice is running');
  });

  /** Starts the service and stops it again. @returns what it wrote */
  async function served(): Promise<string> {
    const child = spawn(process.execPath, [LAUNCHER, 'start'], {
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let written = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        written += text;
        if (text.includes('Sluice is running')) child.kill('SIGTERM');
      });
    }
    await once(child, 'close');
    return written;
  }

  async function installation(...args: readonly string[]): Promise<any> {
    const { stdout, stderr, code } = await runSluice(['installation', ...args, '--json'], environment());
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  }

  function environment(): Record<string, string> {
    const settings = { DATA_DIR: dataDir, PORT: '0', TEMPORAL_UI_PORT: '0', LOG_LEVEL: 'error' };
    return { ...(process.env as Record<string, string>), DATABASE_URL: '', TEMPORAL_ADDRESS: '', ...settings };
  }
});
