import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastingPort } from './lasting-port.ts';

/** A Redis with nothing in it. */
export interface TestRedis {
  readonly url: string;
  /** Whether no other test uses it, so that its settings may be changed. */
  readonly isOwn: boolean;
  stop(): Promise<void>;
}

/** Give this as the note of a skipped test: context.skip(NO_REDIS). */
export const NO_REDIS = 'no redis-server is on PATH and REDIS_TEST_URL is not set';

/** Uses REDIS_TEST_URL, or starts the redis-server found on PATH; null when there is neither. */
export async function startRedis(): Promise<TestRedis | null> {
  const given = process.env['REDIS_TEST_URL'];
  if (given !== undefined && given !== '') return { url: given, isOwn: false, stop: () => Promise.resolve() };

  const dir = await mkdtemp(join(tmpdir(), 'sluice-test-redis-'));
  const port = await lastingPort();
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const killed = () => server.kill('SIGKILL');
  process.once('exit', killed);
  const stop = async () => {
    process.removeListener('exit', killed);
    server.kill('SIGKILL');
    await ended;
    await rm(dir, { recursive: true, force: true });
  };
  if (await isReady(server)) return { url: `redis://127.0.0.1:${port}`, isOwn: true, stop };
  await stop();
  return null;
}

function isReady(server: ChildProcess): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve(false);
      else reject(error);
    });
    server.once('exit', () => reject(new Error(`redis-server did not start: ${output.slice(-500)}`)));
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/ready to accept connections/i.test(output)) resolve(true);
    });
  });
}
