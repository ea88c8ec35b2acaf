import { findJobsWithoutImport } from '../../db/imports/purge.ts';
import type { ActivityDeps } from '../deps.ts';
import { removeOrphans } from '../sources/remove-orphans.ts';

/**
 * Removes stored sources whose import was never written: the API stores inline content first, so that no row is without its source. After
 * the database was set back, also those of the imports that it lost.
 * @returns how many files were removed
 */
export function purgeOrphans(deps: ActivityDeps, signal: AbortSignal): Promise<number> {
  return removeOrphans(deps, { folder: 'imports', find: findJobsWithoutImport }, signal);
}
