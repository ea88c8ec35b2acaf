import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Config } from '../../../engine/config.ts';
import { configEnvironment } from '../../../engine/config-environment.ts';
import { TYPESCRIPT_ARGS } from '../../../engine/embedded/host-process.ts';

/** A worker, an API or an FTP server in a process of its own. */
export interface RoleProcess {
  /** Ends it as a power cut would, and resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop; resolves to its exit code. */
  stop(): Promise<number | null>;
}

const SCRIPTS = {
  worker: '../../../engine/run-worker.js',
  api: '../../../api/server.ts',
  ftp: '../../../engine/ftp.ts',
} as const;

/** Starts a role and resolves when it serves; it is killed at the end of the test at the latest. What it writes is passed on. */
export async function startRoleProcess(
  role: keyof typeof SCRIPTS,
  config: Config,
  onOutput?: (text: string) => void,
): Promise<RoleProcess> {
  const script = fileURLToPath(new URL(SCRIPTS[role], import.meta.url));
  const child = spawn(process.execPath, [...TYPESCRIPT_ARGS, script], {
    env: { ...process.env, ...configEnvironment(config) },
    stdio: onOutput ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text));
  }
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async () => {
    child.kill('SIGTERM');
    // A role that listens for the end of the channel is kept alive by it.
    if (child.connected) child.disconnect();
    const [code] = (await ended) as [number | null];
    return code;
  };
  onTestFinished(kill);
  const ready = new Promise<void>((resolve) => child.on('message', (message) => message === 'ready' && resolve()));
  const failed = ended.then(([code]) => Promise.reject(new Error(`The ${role} ended with exit code ${code}.`)));
  // Once it serves, its end is no failure.
  failed.catch(() => undefined);
  await Promise.race([ready, failed]);
  return { kill, stop };
}
