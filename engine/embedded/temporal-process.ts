import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { TemporalServerUnavailable } from './temporal-build.ts';

/** A program that serves Temporal, and what it is started with. */
export interface TemporalProgram {
  readonly path: string;
  readonly port: number;
  readonly uiPort: number;
  readonly namespace: string;
  /** Null keeps its state in memory. */
  readonly dbFilename: string | null;
  readonly extraArgs: readonly string[];
}

/** Milliseconds that a server may take to answer: a second on a quiet machine, half a minute on one that is very busy. */
const START_MS = 120_000;
const ASK_AGAIN_MS = 100;
/** Characters of what the server has written last that are kept to say why it ended. */
const KEPT_CHARACTERS = 2_000;

/**
 * Starts the development server of Temporal's command line on the loopback interface, and waits until it answers. The SDK, which can do
 * this too, kills it after five seconds, which is too soon on a busy machine.
 * @returns a function that ends it
 * @throws TemporalServerUnavailable when it ends, or does not answer within two minutes
 */
export async function startTemporalProcess(
  program: TemporalProgram,
  signal?: AbortSignal,
): Promise<() => Promise<void>> {
  signal?.throwIfAborted();
  const child = spawn(program.path, argumentsOf(program), { stdio: ['ignore', 'ignore', 'pipe'] });
  const written = keepLast(child);
  const failure = once(child, 'exit').then(
    ([code]) => `it ended with code ${code}`,
    (error: Error) => error.message,
  );
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  const asking = new AbortController();
  const stop = async () => {
    process.removeListener('exit', onExit);
    child.kill('SIGKILL');
    await failure;
  };
  try {
    const limits = AbortSignal.any([asking.signal, ...(signal === undefined ? [] : [signal])]);
    const reason = await Promise.race([failure, untilAnswering(program.port, limits)]);
    if (reason === null) return stop;
    throw new TemporalServerUnavailable(
      `The Temporal server ${program.path} did not start: ${reason}. ${written()}`.trim(),
    );
  } catch (error) {
    await stop();
    throw error;
  } finally {
    asking.abort();
  }
}

function argumentsOf({ port, uiPort, namespace, dbFilename, extraArgs }: TemporalProgram): string[] {
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--ui-port', String(uiPort)],
    ...['--namespace', namespace, '--log-format', 'pretty', '--log-level', 'warn'],
    ...['--dynamic-config-value', 'frontend.enableServerVersionCheck=false'],
    ...(dbFilename === null ? [] : ['--db-filename', dbFilename]),
    ...extraArgs,
  ];
}

/** Resolves to null when the server answers, and to the reason when it takes too long. */
async function untilAnswering(port: number, signal: AbortSignal): Promise<string | null> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    await delay(ASK_AGAIN_MS, undefined, { signal });
    const connection = await Connection.connect({ address: `127.0.0.1:${port}`, connectTimeout: '5s' }).catch(
      () => null,
    );
    if (connection !== null) {
      await connection.close();
      return null;
    }
    if (Date.now() > deadline) return `it does not answer after ${START_MS / 1_000} s`;
  }
}

/** Passes on what the server writes as errors. @returns a function that returns the last of it */
function keepLast({ stderr }: ChildProcess): () => string {
  let last = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    last = (last + text).slice(-KEPT_CHARACTERS);
  });
  return () => last.trim();
}
