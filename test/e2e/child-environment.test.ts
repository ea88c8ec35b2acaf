import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Settings of the service, and variables that a machine has for other programs. */
const SECRETS = {
  BOOTSTRAP_API_KEY: 'b0'.repeat(20),
  SLUICE_API_KEY: 'a1'.repeat(20),
  SECRET_KEY: 'c2'.repeat(32),
  TOKEN_SECRET: 'd3'.repeat(32),
  SMTP_URL: 'smtp://ann:e4e4@mail.example.com',
  PAYLOAD_KEYS: `k:${Buffer.alloc(32, 5).toString('base64')}`,
  CODEC_TOKEN: 'f6'.repeat(20),
  AWS_SECRET_ACCESS_KEY: 'a7'.repeat(20),
  NODE_AUTH_TOKEN: 'b8'.repeat(20),
};

describe.runIf(process.platform === 'linux')('the processes of npx sluice start', () => {
  let folder: string;
  let engine: ChildProcess;
  let children: readonly Child[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-engine-'));
    // A folder that the engine makes with the one above it, which its Postgres has to pass as another user.
    await chmod(folder, 0o755);
    const dataDir = join(folder, 'new', 'data');
    const script = fileURLToPath(new URL('../support/run-engine.ts', import.meta.url));
    const settings = { DATA_DIR: dataDir, PORT: '0', TEMPORAL_UI_PORT: '0', LOG_LEVEL: 'silent' };
    engine = spawn(process.execPath, [script], {
      env: { ...process.env, DATABASE_URL: '', TEMPORAL_ADDRESS: '', ...settings, ...SECRETS },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [told] = (await once(engine, 'message')) as [Record<string, string>];
    expect(told).toHaveProperty('apiUrl');
    children = await descendants(engine.pid ?? 0);
  });
  afterAll(async () => {
    const ended = once(engine, 'exit');
    engine.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  it('have no secret that is not theirs: servers none, roles what they read', () => {
    const roles = children.filter(({ command }) => command.includes('stand-in-role'));
    const servers = children.filter((child) => !roles.includes(child));
    const programs = ['host', 'postgres', 'temporal'];
    for (const program of programs) expect(servers.some(({ command }) => command.includes(program))).toBe(true);
    for (const { command, environment } of servers) expect(secretsIn(environment), command).toEqual([]);

    const [api, worker] = roles.map(({ environment }) => secretsIn(environment)).sort((a, b) => b.length - a.length);
    expect(api).toEqual(['AWS_SECRET_ACCESS_KEY', 'PAYLOAD_KEYS', 'SECRET_KEY', 'SMTP_URL', 'TOKEN_SECRET']);
    expect(worker).toEqual(['AWS_SECRET_ACCESS_KEY', 'PAYLOAD_KEYS', 'SECRET_KEY']);
  });
});

function secretsIn(environment: string): string[] {
  const found = Object.entries(SECRETS).filter(([, value]) => environment.includes(value));
  return found.map(([name]) => name).sort();
}

interface Child {
  readonly command: string;
  readonly environment: string;
}

/** Every process that a process has started, and those that these have. */
async function descendants(root: number): Promise<readonly Child[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)));
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return parent === root || (parent > 1 && isBelow(parent));
  };
  const read = (pid: number, name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  return Promise.all(
    pids
      .filter(isBelow)
      .map(async (pid) => ({ command: await read(pid, 'cmdline'), environment: await read(pid, 'environ') })),
  );
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^PPid:\t(\d+)$/m.exec(status)?.[1] ?? 0);
}
