import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TestWorkflowEnvironment, type LocalTestWorkflowEnvironmentOptions } from '@temporalio/testing';
import type { Logger } from 'pino';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import { freePort } from './free-port.ts';
import { stopLeftovers } from './leftovers.ts';
import { findTemporalBinary } from './temporal-binary.ts';
import { buildTemporalBinary, TemporalServerUnavailable } from './temporal-build.ts';

/** A running Temporal server with its Web UI. */
export interface RunningTemporal {
  readonly address: string;
  readonly uiUrl: string;
  readonly port: number;
  readonly uiPort: number;
  stop(): Promise<void>;
}

/** Options of the server; dbFilename null keeps its state in memory. */
export interface EmbeddedTemporalOptions {
  readonly dataDir: string;
  readonly namespace: string;
  readonly uiPort: number;
  readonly port?: number | undefined;
  readonly dbFilename?: string | null | undefined;
  readonly cacheDir: string;
  readonly temporalCliPath?: string | undefined;
  readonly log: Logger;
  /** Receives messages about slow steps and deviations from the settings. */
  readonly onProgress: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts a Temporal server on the loopback interface, getting the server first when this machine has none.
 * @throws TemporalServerUnavailable when there is no server to start.
 */
export async function startEmbeddedTemporal(options: EmbeddedTemporalOptions): Promise<RunningTemporal> {
  const { dataDir, log, onProgress } = options;
  await mkdir(dataDir, { recursive: true });
  const dbFilename = options.dbFilename === undefined ? join(dataDir, 'temporal.db') : options.dbFilename;
  if (dbFilename !== null && (await stopLeftovers(['--db-filename', dbFilename])) > 0) {
    log.warn('stopped a Temporal server that an earlier run left running');
  }
  const port = await freePort(options.port);
  const uiPort = await freePort(options.uiPort);
  if (options.uiPort !== 0 && uiPort !== options.uiPort) {
    onProgress(`Port ${options.uiPort} is in use; the Temporal UI listens on ${uiPort}.`);
  }
  const isNew = dbFilename === null || !existsSync(dbFilename);
  const server: ServerOptions = {
    ip: '127.0.0.1',
    port,
    ui: true,
    uiPort,
    namespace: options.namespace,
    // In a database of an older version they may have other types; workers register what is missing there.
    searchAttributes: isNew ? Object.values(SEARCH_ATTRIBUTES) : [],
    extraArgs: [...SERVER_ARGS, ...CLOSED_HTTP_ARGS, ...((await isFair(dbFilename)) ? FAIRNESS_ARGS : [])],
    ...(dbFilename === null ? {} : { dbFilename }),
  };
  const environment = await start(options, server);
  return {
    address: `127.0.0.1:${port}`,
    uiUrl: `http://127.0.0.1:${uiPort}`,
    port,
    uiPort,
    stop: () => environment.teardown(),
  };
}

// By its own defaults the server waits for the disk several times for each change of a workflow, and makes one change at a
// time: in this journal, which is as durable, it makes twice as many. A worker would have to ask for an activity that can be
// handed over with the answer that called for it. And a second query during a workflow task would be turned away.
const SERVER_ARGS = [
  ...['--sqlite-pragma', 'journal_mode=wal'],
  ...['--dynamic-config-value', 'system.enableActivityEagerExecution=true'],
  ...['--dynamic-config-value', 'history.MaxBufferedQueryCount=100'],
];

// The server also listens for an HTTP API, without authorization and on a port that no option closes. Any web page that is open
// on this machine could start and end jobs there: a browser sends a POST of type text/plain to another site unasked. No
// header Host has a space in it, so every call is refused with 403. The routes of Nexus do not check the header; they are off.
const CLOSED_HTTP_ARGS = [
  ...['--dynamic-config-value', 'frontend.httpAllowedHosts=["no host"]'],
  ...['--dynamic-config-value', 'system.enableNexus=false'],
];

// Dispatches waiting tasks round-robin by organization instead of oldest first. Implies matching.useNewMatcher. The order
// holds only within a partition of a task queue, of which there are four by default: new tasks all go to the first, and
// the others are still read, since tasks of an older database may wait there.
const FAIRNESS_ARGS = [
  ...['--dynamic-config-value', 'matching.enableFairness=true'],
  ...['--dynamic-config-value', 'matching.numTaskqueueWritePartitions=1'],
];

/**
 * Whether the server shares task slots between organizations. It keeps the tasks that wait in other tables then, and
 * never reads those that waited in the tables before: a database that was made without fairness stays without it.
 */
async function isFair(dbFilename: string | null): Promise<boolean> {
  if (dbFilename === null) return true;
  const marker = `${dbFilename}-fair`;
  if (existsSync(dbFilename)) return existsSync(marker);
  await writeFile(marker, '');
  return true;
}

type ServerOptions = NonNullable<LocalTestWorkflowEnvironmentOptions['server']>;

async function start(options: EmbeddedTemporalOptions, server: ServerOptions): Promise<TestWorkflowEnvironment> {
  const found = await findTemporalBinary(options);
  if (found !== null) return startFrom(found, server, options.signal);

  const downloaded = await startFromDownload(options, server);
  if (downloaded !== null) return downloaded;
  return startFrom(await buildTemporalBinary(options), server, options.signal);
}

/** The SDK waits five seconds for the server, which a busy machine may exceed. */
async function startFrom(path: string, server: ServerOptions, signal?: AbortSignal): Promise<TestWorkflowEnvironment> {
  const withPath: ServerOptions = { ...server, executable: { type: 'existing-path', path } };
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await TestWorkflowEnvironment.createLocal({ server: withPath });
    } catch (error) {
      if (attempt === 3) throw new TemporalServerUnavailable(`The Temporal server ${path} did not start.`, error);
      await delay(1000, undefined, { signal });
    }
  }
}

/** Null when the SDK's own download is out of reach, as behind many firewalls. */
async function startFromDownload(
  { cacheDir, log, onProgress }: EmbeddedTemporalOptions,
  server: ServerOptions,
): Promise<TestWorkflowEnvironment | null> {
  const downloadDir = join(cacheDir, 'temporal', 'download');
  await mkdir(downloadDir, { recursive: true });
  const started = Date.now();
  const report = () =>
    onProgress(`Downloading the Temporal server (about 60 MB, once): ${Math.round((Date.now() - started) / 1000)} s.`);
  report();
  const timer = setInterval(report, 5_000);
  try {
    // A server changed underneath its data by a later start would be a surprise, so the download is kept for long.
    const executable = { type: 'cached-download', downloadDir, ttl: '365 days' } as const;
    return await TestWorkflowEnvironment.createLocal({ server: { ...server, executable } });
  } catch (error) {
    log.debug({ err: error }, 'the download of the Temporal server failed');
    onProgress('The Temporal server could not be downloaded.');
    return null;
  } finally {
    clearInterval(timer);
  }
}
