import { findExpiredExports, findPurgedExports } from '../../db/exports/purge.ts';
import type { ActivityDeps } from '../deps.ts';
import { purgeExport, removeFiles } from './purge-export.ts';

/**
 * Removes the file of every export whose retention is over, and what a worker that was killed wrote of one that had ended.
 * @returns how many exports were purged
 */
export async function purgeExports(deps: ActivityDeps, signal: AbortSignal): Promise<number> {
  const expired = await findExpiredExports(deps.pool);
  for (const id of expired) {
    signal.throwIfAborted();
    await purgeExport(deps, id);
  }
  await removeOrphans(deps, signal);
  return expired.length;
}

async function removeOrphans({ pool, files }: ActivityDeps, signal: AbortSignal): Promise<void> {
  const ids = new Set<number>();
  for (const found of [files.list('exports/'), files.listUnfinished('exports/')]) {
    for await (const key of found) ids.add(Number(key.split('/')[1]));
  }
  for (const id of await findPurgedExports(pool, [...ids].filter(Number.isSafeInteger))) {
    signal.throwIfAborted();
    await removeFiles(files, id, () => true);
  }
}
