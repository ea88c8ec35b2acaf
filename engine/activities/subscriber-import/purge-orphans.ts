import { findJobsWithoutImport } from '../../db/imports/purge.ts';
import { jobFolder, ownerOf } from '../../files/job-folder.ts';
import type { FileOwner } from '../../domain/file-owner.ts';
import { keyBatches } from '../../files/key-batches.ts';
import type { ActivityDeps } from '../deps.ts';

/** By then a request that takes an id and stores a source has long written its row, or died. */
const GRACE_HOURS = 1;
/** Sources of which is asked at a time whether they have an import. */
const TOGETHER = 1_000;

/**
 * Removes stored sources, and what a killed writer left of one, whose import was never written: the API stores inline content first, so that no row is without
 * its source. An id without a row is an orphan's once a higher one was used long enough ago. After the database was set back, also those
 * of the imports that it lost.
 * @returns how many files were removed
 */
export async function purgeOrphans({ pool, files }: ActivityDeps, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for await (const keys of keyBatches(files, 'imports/', TOGETHER)) {
    const owners = keys.map(ownerOf).filter((owner) => owner !== null);
    const orphans = new Set((await findJobsWithoutImport(pool, owners, GRACE_HOURS)).map(folderOf));
    for (const key of keys) {
      signal.throwIfAborted();
      const owner = ownerOf(key);
      if (owner === null || !orphans.has(folderOf(owner))) continue;
      await files.remove(key);
      removed++;
    }
  }
  return removed;
}

function folderOf(owner: FileOwner): string {
  return jobFolder('imports', owner);
}
