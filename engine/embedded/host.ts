import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createLogger } from '../platform/logger.ts';
import { isListening } from './free-port.ts';
import type { HostMessage, HostRequest } from './host-messages.ts';
import { startEmbeddedPostgres, type RunningPostgres } from './postgres.ts';
import { startEmbeddedTemporal, type RunningTemporal } from './temporal.ts';
import { messageOf } from '../platform/errors.ts';

// The process that runs the embedded servers. It is apart from the engine, in a process group of its own, so that Ctrl-C
// in a terminal reaches the engine alone and the servers outlive the workers that still need them to stop in order. It
// ends its servers on SIGTERM, or when its parent is gone (the channel closes), even after a kill.
// A server that exits unexpectedly is restarted on the same port.

const CHECK_MS = 1_000;
// Workers notice the end of the engine at the same moment as this process, and need the servers to stop in order.
const GRACE_MS = 3_000;
const ending = new AbortController();
let starting: Promise<unknown> = Promise.resolve();
let disposableDir: string | null = null;
const running: { postgres?: RunningPostgres; temporal?: RunningTemporal } = {};

// Both libraries bring signal handlers that would stop servers, or the process, in an order of their own.
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'beforeExit', 'message']) process.removeAllListeners(event);
Runtime.install({ shutdownSignals: [] });
process.on('SIGINT', () => undefined);
process.once('SIGTERM', () => void end(0));
process.once('disconnect', () => void end(0, GRACE_MS));
process.once('message', (request) => void main(request as HostRequest));
sendToParent({ kind: 'listening' });

async function main(request: HostRequest): Promise<void> {
  const log = createLogger(request, 'embedded');
  if (request.disposable === true) disposableDir = request.dataDir;
  try {
    await startServers(request, log);
  } catch (error) {
    if (ending.signal.aborted) return;
    log.error({ err: error }, 'the embedded servers did not start');
    sendToParent({ kind: 'failed', message: messageOf(error) });
    await end(1);
  }
}

async function startServers(request: HostRequest, log: Logger): Promise<void> {
  // Side by side, and both are waited for: one that starts while the other fails has to be stopped.
  const bothStarted = Promise.allSettled([startPostgres(request, log), startTemporal(request, log)]);
  starting = bothStarted;
  const started = await bothStarted;
  const failure = started.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  if (ending.signal.aborted) return;
  sendToParent({
    kind: 'ready',
    addresses: {
      postgresUrl: running.postgres?.url ?? null,
      temporalAddress: running.temporal?.address ?? null,
      temporalUiUrl: running.temporal?.uiUrl ?? null,
    },
  });
  if (running.postgres !== undefined) void keepPostgres(request, running.postgres.port, log);
  if (running.temporal !== undefined) void keepTemporal(request, running.temporal, log);
}

async function startPostgres({ dataDir, postgres }: HostRequest, log: Logger, port?: number): Promise<void> {
  if (postgres === null) return;
  running.postgres = await startEmbeddedPostgres({
    dir: join(dataDir, 'postgres'),
    durable: postgres.durable,
    port: port ?? postgres.port,
    log,
  });
}

async function startTemporal({ dataDir, temporal }: HostRequest, log: Logger, ports?: RunningTemporal): Promise<void> {
  if (temporal === null) return;
  running.temporal = await startEmbeddedTemporal({
    ...temporal,
    dataDir,
    dbFilename: temporal.persistent ? undefined : null,
    port: ports?.port ?? temporal.port,
    uiPort: ports?.uiPort ?? temporal.uiPort,
    log,
    onProgress: (line) => sendToParent({ kind: 'progress', line }),
    signal: ending.signal,
  });
}

async function keepPostgres(request: HostRequest, port: number, log: Logger): Promise<void> {
  while (running.postgres !== undefined) {
    await running.postgres.ended;
    if (ending.signal.aborted) return;
    log.error('Postgres exited unexpectedly; restarting it');
    await untilStarted(log, async () => {
      await startPostgres(request, log, port);
      if (running.postgres?.port === port) return;
      await running.postgres?.stop();
      throw new Error(`Port ${port} is in use.`);
    });
  }
}

async function keepTemporal(request: HostRequest, first: RunningTemporal, log: Logger): Promise<void> {
  while (!ending.signal.aborted) {
    await delay(CHECK_MS, undefined, { signal: ending.signal }).catch(ignoreAbort);
    if (ending.signal.aborted) return;
    if (await isListening(first.port)) continue;
    log.error('the Temporal server exited unexpectedly; restarting it');
    await running.temporal?.stop();
    await untilStarted(log, async () => {
      await startTemporal(request, log, first);
      if (running.temporal?.port === first.port) return;
      await running.temporal?.stop();
      throw new Error(`Port ${first.port} is in use.`);
    });
  }
}

async function untilStarted(log: Logger, start: () => Promise<void>): Promise<void> {
  for (let waitMs = 500; !ending.signal.aborted; waitMs = Math.min(waitMs * 2, 10_000)) {
    try {
      await start();
      return;
    } catch (error) {
      log.error({ err: error, waitMs }, 'the server did not start; retrying');
      await delay(waitMs, undefined, { signal: ending.signal }).catch(ignoreAbort);
    }
  }
}

async function end(exitCode: number, graceMs = 0): Promise<void> {
  if (ending.signal.aborted) return;
  ending.abort();
  if (graceMs > 0) await delay(graceMs);
  // A server that is half-way up can be stopped only when it is known.
  await starting;
  await running.temporal?.stop();
  await running.postgres?.stop('fast');
  if (disposableDir !== null) await rm(disposableDir, { recursive: true, force: true });
  process.exit(exitCode);
}

function ignoreAbort(error: unknown): void {
  if (!ending.signal.aborted) throw error;
}

function sendToParent(message: HostMessage): void {
  if (process.connected) process.send?.(message);
}
