import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../platform/config.ts';
import { configEnvironment } from '../platform/config-environment.ts';
import { bootstrap, type Bootstrapped } from '../db/accounts/bootstrap.ts';
import { migrate } from '../db/schema/migrate.ts';
import { freePort, isPortFree } from '../embedded/free-port.ts';
import { tryLock } from '../embedded/process-lock.ts';
import { ConfigurationError, SluiceError } from '../platform/errors.ts';
import { listeningUrl } from '../platform/listening-url.ts';
import { createLogger } from '../platform/logger.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { ENGINE_LOCK, removeEngineFile, writeEngineFile } from './engine-file.ts';
import { type RunningRole, startRole } from './role.ts';
import { ROLE_FILES } from './role-process.ts';
import { type Servers, startServers } from './servers.ts';

/** The whole service, running. */
export interface RunningEngine extends Bootstrapped {
  /** Without the path of the API. */
  readonly apiUrl: string;
  /** null when there is no FTP server. */
  readonly ftpUrl: string | null;
  /** The Temporal UI; null when Temporal is set from outside. */
  readonly uiUrl: string | null;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** Stops everything in order within 15 seconds; further calls return the same promise. */
  stop(): Promise<void>;
}

/** A listener for progress messages, a signal that cancels the start, and replacement scripts for the roles. */
export interface EngineOptions {
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly scripts?: Readonly<Record<string, string>>;
}

/**
 * Starts the service: servers, schema, first key, worker, API and FTP server.
 * @throws ConfigurationError when the data folder or the port is in use; SluiceError when a part does not start. Nothing
 * is left running then.
 */
export async function startEngine(config: Config, options: EngineOptions = {}): Promise<RunningEngine> {
  const log = createLogger(config, 'engine');
  const { onProgress = () => undefined, signal = new AbortController().signal, scripts = scriptsOf(config) } = options;
  const started = createStopper();
  try {
    await lockDataDir(config.dataDir, started);
    await keepFilesPrivate(config, log);
    const port = await choosePort('PORT', config);
    const ftp = 'ftp' in scripts ? { ...config.ftp, port: await choosePort('FTP_PORT', config.ftp) } : config.ftp;
    const servers = await startServers(config, { log, onProgress, signal });
    started.servers = servers;
    const key = await prepareDatabase(servers, config);
    signal.throwIfAborted();

    const { databaseUrl, temporalAddress, uiUrl } = servers;
    const postgresIsBeside = config.databaseUrl === undefined;
    const serversAreEmbedded = postgresIsBeside && config.temporalAddress === undefined;
    const temporalUiUrl = config.temporalUiUrl ?? uiUrl ?? undefined;
    const env = configEnvironment({
      ...config,
      port,
      ftp,
      databaseUrl,
      postgresIsBeside,
      serversAreEmbedded,
      temporalAddress,
      temporalUiUrl,
    });
    await startRoles(started, scripts, env, log, signal);
    const { temporalNamespace } = config;
    await writeEngineFile(config.dataDir, { databaseUrl, temporalAddress, temporalNamespace });
    return {
      ...key,
      apiUrl: listeningUrl({ host: config.host, port }),
      ftpUrl: 'ftp' in scripts ? `ftp://${ftp.publicAddress}:${ftp.port}` : null,
      uiUrl,
      databaseUrl,
      temporalAddress,
      stop: started.stop,
    };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

function scriptsOf({ ftp }: Config): Readonly<Record<string, string>> {
  const { worker, api } = ROLE_FILES;
  return { worker, api, ...(ftp.enabled && { ftp: ROLE_FILES.ftp }) };
}

const ROLE_LIMIT_MS = 10_000;
const SERVERS_LIMIT_MS = 4_000;

interface Started {
  roles: RunningRole[];
  servers: Servers | null;
  /** Removes the file by which other commands find the engine. */
  withdraw: () => Promise<void>;
  unlock: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

function createStopper(): Started {
  let stopped: Promise<void> | null = null;
  const started: Started = {
    roles: [],
    servers: null,
    withdraw: () => Promise.resolve(),
    unlock: () => Promise.resolve(),
    stop: () => (stopped ??= stopInOrder()),
  };
  return started;

  // A stopping worker still calls Temporal and Postgres, so these stop last.
  async function stopInOrder(): Promise<void> {
    await started.withdraw();
    await Promise.all(started.roles.map((role) => role.stop(ROLE_LIMIT_MS)));
    await started.servers?.stop(SERVERS_LIMIT_MS);
    await started.unlock();
  }
}

async function lockDataDir(dataDir: string, started: Started): Promise<void> {
  // Folders on the way to it are open as usual: the embedded Postgres of root runs as another user, who has to pass them.
  await mkdir(dirname(dataDir), { recursive: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await tryLock(dataDir, ENGINE_LOCK);
  if (lock === null) {
    throw new ConfigurationError([
      `Another engine is running on ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    ]);
  }
  started.unlock = () => lock.release();
  started.withdraw = () => removeEngineFile(dataDir);
  // A killed engine leaves a file with addresses that no longer exist.
  await removeEngineFile(dataDir);
}

async function choosePort(name: string, { port, host }: { port: number; host: string }): Promise<number> {
  if (port === 0) return freePort();
  if (await isPortFree(port, host)) return port;
  throw new ConfigurationError([
    `${name} is "${port}" but that port is in use: set another port, or 0 for any free port.`,
  ]);
}

async function prepareDatabase({ databaseUrl }: Servers, config: Config): Promise<Bootstrapped> {
  try {
    await migrate(databaseUrl);
    return await bootstrap(databaseUrl, config);
  } catch (error) {
    const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error);
    throw new SluiceError('internal_error', `The database could not be prepared (${reason}).`, { cause: error });
  }
}

async function startRoles(
  started: Started,
  scripts: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const starting = Object.entries(scripts).map(async ([name, file]) => {
    started.roles.push(await startRole({ name, file, env }, log, signal));
  });
  // All are waited for even when one fails, so that the others are known and stopped.
  const results = await Promise.allSettled(starting);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}
