import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TYPESCRIPT_ARGS } from '../../../engine/embedded/host-process.ts';

/** A worker or an API in a process of its own. */
export interface Role {
  readonly pid: number;
  /** Ends it with SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to end with SIGTERM. @throws Error when it does not end well */
  stop(): Promise<void>;
  hasEnded(): boolean;
}

export type RoleName = 'worker' | 'api';

/** How a role is run: its environment variables, and where its output goes. */
export interface RoleOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
}

const SCRIPTS = { worker: '../../../engine/run-worker.js', api: '../../../api/server.ts' } as const;

/** Starts a role and resolves when it serves. @throws Error when it ends before */
export async function startRole(name: RoleName, { env, logFile }: RoleOptions): Promise<Role> {
  const output = openSync(logFile, 'a');
  const script = fileURLToPath(new URL(SCRIPTS[name], import.meta.url));
  const child = spawn(process.execPath, [...(script.endsWith('.ts') ? TYPESCRIPT_ARGS : []), script], {
    env: { MALLOC_ARENA_MAX: '2', ...process.env, ...env },
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const ready = new Promise<void>((resolve) => child.on('message', (message) => message === 'ready' && resolve()));
  const failed = ended.then(([code]) => Promise.reject(new Error(`The ${name} ended with exit code ${code}.`)));
  // Once it serves, its end is no failure.
  failed.catch(() => undefined);
  await Promise.race([ready, failed]);
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.connected) child.disconnect();
      const forced = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      const [code, signal] = await ended;
      clearTimeout(forced);
      if (code !== 0) throw new Error(`The ${name} stopped with ${code === null ? signal : `exit code ${code}`}.`);
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
}

const STOP_LIMIT_MS = 15_000;
