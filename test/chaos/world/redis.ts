import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { findOnPath } from '../../../engine/embedded/temporal-binary.ts';
import { isListening } from '../../../engine/embedded/free-port.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { until } from '../until.ts';

/** A Redis that can be killed and started again on its port, where nothing of what it held is left. */
export interface ChaosRedis {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts the redis-server on PATH; null without one. */
export async function startRedis(dir: string): Promise<ChaosRedis | null> {
  const program = await findOnPath('redis-server');
  if (program === null) return null;
  await mkdir(dir, { recursive: true });
  const port = await lastingPort();
  let server: ChildProcess;
  const start = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'no'];
    server = spawn(program, args, { stdio: 'ignore' });
    await until('Redis listens', async () => (await isListening(port)) || null);
  };
  await start();
  process.once('exit', () => server.kill('SIGKILL'));
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    },
  };
}
