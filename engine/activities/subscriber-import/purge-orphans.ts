import { findIdsWithoutImport } from '../../db/imports/purge.ts';
import type { ActivityDeps } from '../deps.ts';

/** By then a request that takes an id and stores a source has long written its row, or died. */
const GRACE_HOURS = 1;

/**
 * Removes stored sources, and what a killed writer left of one, whose import was never written: the API stores inline content first, so that no row is without
 * its source. An id without a row is an orphan's once a higher one was used long enough ago.
 * @returns how many were removed
 */
export async function purgeOrphans({ pool, files }: ActivityDeps, signal: AbortSignal): Promise<number> {
  const keys = new Map<number, string>();
  for (const found of [files.list('imports/'), files.listUnfinished('imports/')]) {
    for await (const key of found) keys.set(Number(key.split('/')[1]), key);
  }
  const ids = [...keys.keys()].filter(Number.isSafeInteger);
  const orphans = await findIdsWithoutImport(pool, ids, GRACE_HOURS);
  for (const id of orphans) {
    signal.throwIfAborted();
    await files.remove(keys.get(id) ?? '');
  }
  return orphans.length;
}
