import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { ConfigurationError } from '../platform/errors.ts';

/** The version of temporalio/cli that is built into the cache: the newest one that `go install` accepts. */
export const TEMPORAL_CLI_VERSION = '1.5.1';

/** Locations of the Temporal server. */
export interface TemporalBinaryOptions {
  readonly cacheDir: string;
  readonly temporalCliPath?: string | undefined;
}

/**
 * Finds a Temporal server that is on this machine already: the one set, then `temporal` on PATH, then the cache.
 * @throws ConfigurationError when TEMPORAL_CLI_PATH names something that cannot be run.
 */
export async function findTemporalBinary(options: TemporalBinaryOptions): Promise<string | null> {
  const { temporalCliPath } = options;
  if (temporalCliPath !== undefined) {
    if (await isExecutable(temporalCliPath)) return temporalCliPath;
    throw new ConfigurationError([`TEMPORAL_CLI_PATH is "${temporalCliPath}" but that is not an executable file.`]);
  }
  const onPath = await findOnPath('temporal');
  if (onPath !== null) return onPath;
  const cached = cachedBinary(options.cacheDir);
  return (await isExecutable(cached)) ? cached : null;
}

/** The place of the server in the cache, which all clones of the project share. */
export function cachedBinary(cacheDir: string): string {
  return join(cacheDir, 'temporal', TEMPORAL_CLI_VERSION, 'temporal');
}

/** Resolves to the full path of a program on PATH, or null. */
export async function findOnPath(program: string): Promise<string | null> {
  for (const dir of (process.env['PATH'] ?? '').split(delimiter).filter((entry) => entry !== '')) {
    const path = join(dir, program);
    if (await isExecutable(path)) return path;
  }
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
