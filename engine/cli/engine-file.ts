import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isLocked } from '../embedded/process-lock.ts';
import { ConfigurationError } from '../platform/errors.ts';

const engineAddresses = z.object({
  databaseUrl: z.string(),
  temporalAddress: z.string(),
  temporalNamespace: z.string(),
});

/** Addresses of a running engine's servers, which may be on other ports at each start. */
export type EngineAddresses = Readonly<z.infer<typeof engineAddresses>>;

/** Name of the lock that an engine holds on its data folder while it runs. */
export const ENGINE_LOCK = 'engine';

/** Leaves the addresses in DATA_DIR/engine.json for the other commands; the database's password is among them. */
export async function writeEngineFile(dataDir: string, addresses: EngineAddresses): Promise<void> {
  const unfinished = `${fileIn(dataDir)}.tmp`;
  // An unfinished one of a killed start would keep its mode.
  await rm(unfinished, { force: true });
  await writeFile(unfinished, `${JSON.stringify(addresses, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, fileIn(dataDir));
}

export async function removeEngineFile(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}

/**
 * Reads the addresses of the servers of the engine that runs on this folder.
 * @throws ConfigurationError when none runs there, or it does not serve yet.
 */
export async function readEngineFile(dataDir: string): Promise<EngineAddresses> {
  if (!(await isLocked(dataDir, ENGINE_LOCK))) {
    throw new ConfigurationError([
      `No engine runs on ${dataDir}: start one with "npx sluice start", set DATA_DIR to the folder of one that runs, ` +
        'or set DATABASE_URL and TEMPORAL_ADDRESS to the servers of the service.',
    ]);
  }
  const addresses = await read(fileIn(dataDir));
  if (addresses !== null) return addresses;
  throw new ConfigurationError([
    `The engine on ${dataDir} is starting or stopping. Retry when it reports that it is running.`,
  ]);
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'engine.json');
}

async function read(file: string): Promise<EngineAddresses | null> {
  try {
    return engineAddresses.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new ConfigurationError([`${file} cannot be read. Restart the engine, which rewrites it.`]);
  }
}
