import type { Pool } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import { jobFolder, ownerOf } from '../../files/job-folder.ts';
import type { JobFolder } from '../../domain/file-owner.ts';
import { keyBatches } from '../../files/key-batches.ts';
import type { ActivityDeps } from '../deps.ts';

/** Files that are looked up at a time. */
const TOGETHER = 1_000;

/**
 * Removes the files of a folder, and what killed writers left of some, whose jobs read them no more or were never written.
 * @returns how many files were removed
 */
export async function removeOrphans(
  { pool, files }: ActivityDeps,
  {
    folder,
    find,
  }: { folder: JobFolder; find: (pool: Pool, jobs: readonly FileOwner[]) => Promise<readonly FileOwner[]> },
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for await (const keys of keyBatches(files, `${folder}/`, TOGETHER)) {
    const owners = keys.map(ownerOf).filter((owner) => owner !== null);
    const orphans = new Set((await find(pool, owners)).map((job) => jobFolder(folder, job)));
    for (const key of keys) {
      signal.throwIfAborted();
      const owner = ownerOf(key);
      if (owner === null || !orphans.has(jobFolder(folder, owner))) continue;
      await files.remove(key);
      removed++;
    }
  }
  return removed;
}
