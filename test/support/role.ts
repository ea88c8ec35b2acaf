import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { roleArguments, ROLE_ENVIRONMENT, ROLE_FILES } from '../../engine/cli/role-process.ts';
import { OWN_ROOT } from './other-version.ts';

/** A role of the service in a process of its own, which a test may end in every way. */
export interface Role {
  readonly pid: number;
  /** Resolves when it serves, rejects when it ends before. */
  readonly ready: Promise<void>;
  /** Ends it as a power cut would, and resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop; resolves to its exit code, or to null when a signal has ended it. */
  stop(): Promise<number | null>;
  hasEnded(): boolean;
}

export type RoleName = keyof typeof SCRIPTS;

/** Options of a role's process: its environment variables, and the receiver of its output: an open file, or a listener. */
export interface RoleOptions {
  readonly env: Readonly<Record<string, string>>;
  /** A program and its arguments that run the command that follows them, in place of themselves. */
  readonly under?: readonly string[];
  /** The root folder of the version to run, with a separator at its end; this one by default. */
  readonly root?: string;
  readonly output: number | ((text: string) => void);
}

const SCRIPTS = {
  ...ROLE_FILES,
  'unguarded-worker': fileURLToPath(new URL('./unguarded-worker.ts', import.meta.url)),
} as const;

/** Starts the process of a role. */
export function spawnRole(name: RoleName, { env, output, under = [], root = OWN_ROOT }: RoleOptions): Role {
  const written = typeof output === 'number' ? output : 'pipe';
  const own = roleArguments(SCRIPTS[name]).map((argument) => argument.replace(OWN_ROOT, root));
  const [program = '', ...args] = [...under, process.execPath, ...own];
  const child = spawn(program, args, {
    env: { ...ROLE_ENVIRONMENT, ...process.env, ...env },
    stdio: ['ignore', written, written, 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => typeof output === 'function' && output(text));
  }
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  const serves = new Promise<void>((resolve) => child.on('message', (message) => message === 'ready' && resolve()));
  const failed = ended.then(([code]) => Promise.reject(new Error(`The ${name} ended with exit code ${code}.`)));
  const ready = Promise.race([serves, failed]);
  // Who does not wait for it does not care, and once it serves, its end is no failure.
  for (const promise of [ready, failed]) promise.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    ready,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      const [code] = await ended;
      clearTimeout(forced);
      return code;
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
}

const STOP_LIMIT_MS = 15_000;
