import { findExpiredExports, findJobsWithoutExport } from '../../db/exports/purge.ts';
import { ownerOf } from '../../files/job-folder.ts';
import { keyBatches } from '../../files/key-batches.ts';
import type { ActivityDeps } from '../deps.ts';
import { purgeExport, removeFiles } from './purge-export.ts';

/** Parts of files that are looked up at a time. */
const TOGETHER = 1_000;

/**
 * Removes the file of every export whose retention is over, what a worker that was killed wrote of one that had ended, and the files
 * of exports that the database does not have: it was set back since.
 * @returns how many exports were purged
 */
export async function purgeExports(deps: ActivityDeps, signal: AbortSignal): Promise<number> {
  const expired = await findExpiredExports(deps.pool);
  for (const job of expired) {
    signal.throwIfAborted();
    await purgeExport(deps, job);
  }
  await removeOrphans(deps, signal);
  return expired.length;
}

async function removeOrphans({ pool, files }: ActivityDeps, signal: AbortSignal): Promise<void> {
  for await (const keys of keyBatches(files, 'exports/', TOGETHER)) {
    const owners = keys.map(ownerOf).filter((owner) => owner !== null);
    for (const job of await findJobsWithoutExport(pool, owners)) {
      signal.throwIfAborted();
      await removeFiles(files, job, () => true);
    }
  }
}
