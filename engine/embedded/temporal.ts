import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TypedSearchAttributes } from '@temporalio/common';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Logger } from 'pino';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import { startOnFreePorts } from './free-port.ts';
import { stopLeftovers } from './leftovers.ts';
import { findTemporalBinary } from './temporal-binary.ts';
import { buildTemporalBinary } from './temporal-build.ts';
import { startTemporalProcess } from './temporal-process.ts';
import type { TemporalProgram } from './temporal-process.ts';

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
  return startOnFreePorts([options.port ?? 0, options.uiPort], async (port = 0, uiPort = 0) => {
    if (options.uiPort !== 0 && uiPort !== options.uiPort) {
      onProgress(`Port ${options.uiPort} is in use; the Temporal UI listens on ${uiPort}.`);
    }
    const isNew = dbFilename === null || (await beginDatabase(dbFilename));
    const isFairOne = await isFair(dbFilename);
    const stop = await start(options, {
      ...{ port, uiPort, dbFilename, namespace: options.namespace },
      extraArgs: [
        ...SERVER_ARGS,
        ...CLOSED_HTTP_ARGS,
        ...(isFairOne ? FAIRNESS_ARGS : []),
        // In a database of an older version they may have other types; workers register what is missing there.
        ...(isNew ? SEARCH_ATTRIBUTE_ARGS : []),
      ],
    });
    if (dbFilename !== null) await rm(unmadeMarker(dbFilename), { force: true });
    return { address: `127.0.0.1:${port}`, uiUrl: `http://127.0.0.1:${uiPort}`, port, uiPort, stop };
  });
}

/**
 * Notes that a database is about to be made. One that was being made when its server was ended has a part of its tables, and no server
 * starts on it again: it is made once more. @returns whether the database is new
 */
async function beginDatabase(dbFilename: string): Promise<boolean> {
  const marker = unmadeMarker(dbFilename);
  if (existsSync(marker)) {
    for (const end of ['', '-wal', '-shm', '-fair']) await rm(`${dbFilename}${end}`, { force: true });
  }
  if (existsSync(dbFilename)) return false;
  await writeFile(marker, '');
  return true;
}

function unmadeMarker(dbFilename: string): string {
  return `${dbFilename}-unmade`;
}

const SEARCH_ATTRIBUTE_ARGS = Object.values(SEARCH_ATTRIBUTES).flatMap(({ name, type }) => [
  '--search-attribute',
  `${name}=${TypedSearchAttributes.toMetadataType(type)}`,
]);

// By its own defaults the server waits for the disk several times for each change of a workflow, and makes one change at a
// time: in this journal, which is as durable, it makes twice as many. A worker would have to ask for an activity that can be
// handed over with the answer that called for it. And a second query during a workflow task would be turned away.
const SERVER_ARGS = [
  ...['--sqlite-pragma', 'journal_mode=wal'],
  ...['--dynamic-config-value', 'system.enableActivityEagerExecution=true'],
  ...['--dynamic-config-value', 'history.MaxBufferedQueryCount=100'],
  // A worker that stands still, or whose host is gone, keeps its polls open: for a minute the server would hand it tasks, each of which
  // waits for a heartbeat in vain, instead of to the other workers. Probed so, its polls end after 15 s.
  ...['--dynamic-config-value', 'frontend.keepAliveTime="5s"'],
  ...['--dynamic-config-value', 'frontend.keepAliveTimeout="10s"'],
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

/** Starts a server that this machine has, or that can be downloaded or built. @returns a function that ends it */
async function start(
  options: EmbeddedTemporalOptions,
  program: Omit<TemporalProgram, 'path'>,
): Promise<() => Promise<void>> {
  const found = await findTemporalBinary(options);
  if (found === null) {
    const downloaded = await startFromDownload(options, program);
    if (downloaded !== null) return () => downloaded.teardown();
  }
  const path = found ?? (await buildTemporalBinary(options));
  return startTemporalProcess({ ...program, path }, options.signal);
}

/** Null when the SDK's own download is out of reach, as behind many firewalls. */
async function startFromDownload(
  { cacheDir, log, onProgress }: EmbeddedTemporalOptions,
  { port, uiPort, namespace, dbFilename, extraArgs }: Omit<TemporalProgram, 'path'>,
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
    const server = { ip: '127.0.0.1', port, ui: true, uiPort, namespace, extraArgs: [...extraArgs], executable };
    return await TestWorkflowEnvironment.createLocal({
      server: dbFilename === null ? server : { ...server, dbFilename },
    });
  } catch (error) {
    log.debug({ err: error }, 'the download of the Temporal server failed');
    onProgress('The Temporal server could not be downloaded.');
    return null;
  } finally {
    clearInterval(timer);
  }
}
