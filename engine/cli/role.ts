import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SluiceError } from '../platform/errors.ts';
import { roleEnvironment } from './role-environment.ts';
import { roleArguments } from './role-process.ts';

/** A process of the service: its name in log lines, its script and its environment variables. */
export interface RoleSpec {
  readonly name: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A role that is kept running until it is stopped. */
export interface RunningRole {
  /** Sends SIGTERM, and SIGKILL after the limit; resolves when the process is gone. */
  stop(limitMs: number): Promise<void>;
}

/**
 * Starts a role and resolves when it reports that it is ready. From then on it is restarted whenever it exits unexpectedly.
 * @throws SluiceError when it ends before it serves for the first time; the abort reason when it was aborted.
 */
export async function startRole(spec: RoleSpec, log: Logger, signal: AbortSignal): Promise<RunningRole> {
  const stopping = new AbortController();
  let child = spawnRole(spec);
  const stop = async (limitMs: number) => {
    stopping.abort();
    await stopChild(child, limitMs);
  };
  try {
    await untilReady(spec, child, signal);
  } catch (error) {
    await stop(STOP_LIMIT_MS);
    throw error;
  }
  void keepRunning();
  return { stop };

  async function keepRunning(): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; ;) {
      const startedAt = Date.now();
      await exitOf(child);
      if (stopping.signal.aborted) return;
      if (Date.now() - startedAt > STEADY_MS) waitMs = FIRST_WAIT_MS;
      const { exitCode, signalCode } = child;
      log.error({ process: spec.name, exitCode, signalCode, waitMs }, 'a process exited unexpectedly; restarting it');
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      child = spawnRole(spec);
    }
  }
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
const STEADY_MS = 30_000;
const STOP_LIMIT_MS = 5_000;

function spawnRole({ name, file, env }: RoleSpec): ChildProcess {
  // A group of its own: Ctrl-C reaches the engine alone, which stops its roles in order and once. A role ends by itself
  // when the channel disconnects, so that no worker goes on without servers after a kill -9 of the engine.
  return spawn(process.execPath, roleArguments(file), {
    env: roleEnvironment(name, process.env, env),
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

function untilReady(spec: RoleSpec, child: ChildProcess, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => message === 'ready' && resolve());
    child.once('error', reject);
    child.once('exit', (code, killedBy) => {
      const how = code === null ? `was killed by ${killedBy ?? 'a signal'}` : `ended with exit code ${code}`;
      reject(new SluiceError('internal_error', `The ${spec.name} process ${how} before it was ready. See its log.`));
    });
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

async function stopChild(child: ChildProcess, limitMs: number): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), limitMs);
  await exitOf(child);
  clearTimeout(forced);
}

function exitOf(child: ChildProcess): Promise<void> {
  return hasEnded(child) ? Promise.resolve() : new Promise((resolve) => child.once('exit', () => resolve()));
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}
