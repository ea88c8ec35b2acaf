import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemEnvironment } from '../platform/child-environment.ts';
import { SluiceError } from '../platform/errors.ts';
import { modulePath } from '../platform/own-module.ts';
import type { HostAddresses, HostMessage, HostRequest } from './host-messages.ts';

/** The process of the embedded servers, seen from the one that started it. */
export interface EmbeddedHost extends HostAddresses {
  readonly pid: number;
  /** Resolves when the process is gone, wanted or not. */
  readonly ended: Promise<void>;
  /** Stops the servers; resolves when the process is gone, which is forced after the limit. */
  stop(limitMs?: number): Promise<void>;
}

/** A listener for progress messages, and a signal that cancels the start. */
export interface HostOptions {
  readonly onProgress: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts the embedded servers in a process of their own, which ends when this one does.
 * @throws SluiceError with the sentence of the server that did not start; the abort reason when it was aborted.
 */
export async function startHost(request: HostRequest, options: HostOptions): Promise<EmbeddedHost> {
  options.signal?.throwIfAborted();
  const logFile = join(request.dataDir, 'logs', 'embedded.log');
  await mkdir(join(request.dataDir, 'logs'), { recursive: true });
  const child = spawnHost(logFile);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = (limitMs = 10_000) => stopHost(child, ended, limitMs);
  try {
    const addresses = await whenReady(child, request, logFile, options);
    return { ...addresses, pid: child.pid ?? 0, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const HOST_FILE = modulePath('./host', import.meta.url);

function spawnHost(logFile: string): ChildProcess {
  const output = openSync(logFile, 'a');
  try {
    return spawn(process.execPath, [HOST_FILE], {
      detached: true,
      // Postgres and Temporal, which it starts, inherit it.
      env: systemEnvironment(process.env),
      stdio: ['ignore', output, output, 'ipc'],
    });
  } finally {
    closeSync(output);
  }
}

function whenReady(
  child: ChildProcess,
  request: HostRequest,
  logFile: string,
  { onProgress, signal }: HostOptions,
): Promise<HostAddresses> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const told = message as HostMessage;
      if (told.kind === 'listening') child.send(request);
      else if (told.kind === 'progress') onProgress(told.line);
      else if (told.kind === 'ready') resolve(told.addresses);
      else reject(new SluiceError('internal_error', told.message));
    });
    child.once('error', reject);
    child.once('exit', () => {
      reject(new SluiceError('internal_error', `The embedded servers exited before they were ready; see ${logFile}.`));
    });
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

async function stopHost(child: ChildProcess, ended: Promise<void>, limitMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const forced = setTimeout(() => child.kill('SIGKILL'), limitMs);
  await ended;
  clearTimeout(forced);
}
