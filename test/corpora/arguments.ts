import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Location of the sets that `npm run corpora` reads. */
export interface CorporaArguments {
  /** A folder with a copy of each repository, by its name. */
  readonly folder: string;
  /** Whether a repository that the folder lacks is fetched into it. */
  readonly isFetched: boolean;
}

/** Reads `--data DIR`; without it, sets are fetched into the cache folder of the user. @throws Error about an unknown option */
export function parseArguments(args: readonly string[], environment: NodeJS.ProcessEnv): CorporaArguments {
  const { values } = parseArgs({ args: [...args], options: { data: { type: 'string' } } });
  if (values.data !== undefined) return { folder: values.data, isFetched: false };
  const { SLUICE_CACHE_DIR, XDG_CACHE_HOME = join(homedir(), '.cache') } = environment;
  return { folder: join(SLUICE_CACHE_DIR ?? join(XDG_CACHE_HOME, 'sluice'), 'corpora'), isFetched: true };
}
