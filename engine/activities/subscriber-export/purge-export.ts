import { purgeLedger } from '../../db/exports/purge.ts';
import { dropSnapshot } from '../../db/exports/snapshot.ts';
import type { FileOwner } from '../../domain/file-owner.ts';
import type { FileStore } from '../../files/file-store.ts';
import { exportPrefix } from '../../files/subscriber-export-key.ts';
import type { ActivityDeps } from '../deps.ts';

/** Removes the snapshot, the parts and the ledger of an export that has ended; its row stays. */
export async function purgeExport({ pool, files }: ActivityDeps, job: FileOwner): Promise<void> {
  await dropSnapshot(pool, job.id);
  await removeFiles(files, job, () => true);
  await purgeLedger(pool, job.id);
}

/** Removes what is stored of an export, and what interrupted writes left of it. */
export async function removeFiles(files: FileStore, job: FileOwner, isDoomed: (key: string) => boolean): Promise<void> {
  const keys = new Set<string>();
  for (const found of [files.list(exportPrefix(job)), files.listUnfinished(exportPrefix(job))]) {
    for await (const key of found) if (isDoomed(key)) keys.add(key);
  }
  for (const key of keys) await files.remove(key);
}
