import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canIsolate, createIsolatedHost, NO_ISOLATED_HOSTS } from './isolated-host.ts';
import { breaches } from './isolation.ts';

describe('an isolated host', () => {
  let isPossible = false;
  let dir = '';
  const service = createServer((socket) => socket.end());
  let port = 0;
  beforeAll(async () => {
    isPossible = await canIsolate();
    dir = await mkdtemp(join(tmpdir(), 'sluice-hosts-'));
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    ({ port } = service.address() as AddressInfo);
  });
  beforeEach((context) => {
    if (!isPossible) context.skip(NO_ISOLATED_HOSTS);
  });
  afterAll(async () => {
    service.close();
    await rm(dir, { recursive: true });
  });

  it('reaches one service of this machine, and neither its other ports nor its files', async () => {
    const host = await createIsolatedHost({ name: 'one', dir, reaches: [port], serves: [] });
    const process = await wait(host.command);
    expect(await breaches([{ name: 'one', pid: process.pid }], { dir, reaches: [port] })).toEqual([]);
    await process.end();
    await host.close();
  });

  it('is told from a process of this machine', async () => {
    const process = await wait(['sh', '-c', 'exec "$@"', 'sh']);
    expect(await breaches([{ name: 'two', pid: process.pid }], { dir, reaches: [port] })).toEqual([
      'two reaches another port of this machine',
      'two sees files of 1 others',
      'two writes outside its folder',
    ]);
    await process.end();
  });
});

/** A process that waits, once its command has been replaced by it. */
async function wait([program = '', ...args]: readonly string[]) {
  const child = spawn(
    program,
    [...args, process.execPath, '--eval', 'console.log("waits"); setInterval(() => 0, 1e6)'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    pid: child.pid ?? 0,
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
