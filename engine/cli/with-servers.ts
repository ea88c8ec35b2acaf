import { existsSync } from 'node:fs';
import { migrate } from '../db/schema/migrate.ts';
import { tryLock } from '../embedded/process-lock.ts';
import type { Config } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { ENGINE_LOCK, readEngineFile } from './engine-file.ts';
import type { EngineAddresses } from './engine-file.ts';
import { startServers } from './servers.ts';

/**
 * Runs work with the servers of the settings. Those that are not set are those of the engine that runs on DATA_DIR; when none
 * runs there, they are started, migrated and stopped afterwards.
 * @throws ConfigurationError when there is no DATA_DIR; SluiceError when a server does not start
 */
export async function withServers(config: Config, work: (servers: EngineAddresses) => Promise<void>): Promise<void> {
  const { databaseUrl, temporalAddress, temporalNamespace, dataDir } = config;
  if (databaseUrl !== undefined && temporalAddress !== undefined) {
    return work({ databaseUrl, temporalAddress, temporalNamespace });
  }
  const lock = existsSync(dataDir) ? await tryLock(dataDir, ENGINE_LOCK) : null;
  if (lock === null) {
    const running = await readEngineFile(dataDir);
    return work({ ...running, databaseUrl: databaseUrl ?? running.databaseUrl });
  }
  try {
    const servers = await startServers(config, {
      log: createLogger(config, 'engine'),
      onProgress: (line) => void process.stderr.write(`${line}\n`),
      signal: new AbortController().signal,
    });
    try {
      await migrate(servers.databaseUrl);
      await work({ databaseUrl: servers.databaseUrl, temporalAddress: servers.temporalAddress, temporalNamespace });
    } finally {
      await servers.stop(STOP_LIMIT_MS);
    }
  } finally {
    await lock.release();
  }
}

const STOP_LIMIT_MS = 10_000;
