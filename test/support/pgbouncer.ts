import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastingPort } from './lasting-port.ts';

/** A PgBouncer before the server of tests, with the defaults of its package apart from what is given. */
export interface TestPooler {
  /** The address of the same database through it. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Give this as the note of a skipped test: context.skip(NO_PGBOUNCER). */
export const NO_PGBOUNCER = 'no pgbouncer is on PATH';

export type PoolMode = 'session' | 'transaction' | 'statement';

/**
 * Starts one; null when there is none on PATH.
 * @param databaseUrl of the server
 * @param at the port of one that was stopped, to start it again
 */
export async function startPgBouncer(
  databaseUrl: string,
  mode: PoolMode,
  at: number | null = null,
): Promise<TestPooler | null> {
  const server = new URL(databaseUrl);
  const dir = await mkdtemp(join(tmpdir(), 'sluice-test-pgbouncer-'));
  const port = at ?? (await lastingPort());
  const settings = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
  ];
  await writeFile(join(dir, 'pgbouncer.ini'), `${settings.join('\n')}\n`, { mode: 0o644 });
  // It refuses to run as root, and reads its file as the other user.
  await chmod(dir, 0o755);
  const asAnother = process.getuid?.() === 0 ? ['-u', 'daemon'] : [];
  const pooler = spawn('pgbouncer', [...asAnother, join(dir, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => pooler.once('close', () => resolve()));
  const killed = () => pooler.kill('SIGKILL');
  process.once('exit', killed);
  const stop = async () => {
    process.removeListener('exit', killed);
    pooler.kill('SIGKILL');
    await ended;
    await rm(dir, { recursive: true, force: true });
  };
  const isThere = await new Promise<boolean>((resolve, reject) => {
    let output = '';
    pooler.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(false) : reject(error)));
    pooler.once('exit', () => reject(new Error(`pgbouncer did not start: ${output.slice(-500)}`)));
    pooler.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('process up')) resolve(true);
    });
  });
  if (!isThere) {
    await rm(dir, { recursive: true, force: true });
    return null;
  }
  server.hostname = '127.0.0.1';
  server.port = String(port);
  return { url: server.href, port, stop };
}
