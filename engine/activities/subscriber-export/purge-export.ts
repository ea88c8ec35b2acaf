import { purgeLedger } from '../../db/exports/purge.ts';
import { dropSnapshot } from '../../db/exports/snapshot.ts';
import type { FileStore } from '../../files/file-store.ts';
import { exportPrefix } from '../../files/subscriber-export-key.ts';
import type { ActivityDeps } from '../deps.ts';

/** Removes the snapshot, the parts and the ledger of an export that has ended; its row stays. */
export async function purgeExport({ pool, files }: ActivityDeps, exportId: number): Promise<void> {
  await dropSnapshot(pool, exportId);
  await removeFiles(files, exportId, () => true);
  await purgeLedger(pool, exportId);
}

/** Removes what is stored of an export, and what interrupted writes left of it. */
export async function removeFiles(
  files: FileStore,
  exportId: number,
  isDoomed: (key: string) => boolean,
): Promise<void> {
  const keys = new Set<string>();
  for (const found of [files.list(exportPrefix(exportId)), files.listUnfinished(exportPrefix(exportId))]) {
    for await (const key of found) if (isDoomed(key)) keys.add(key);
  }
  for (const key of keys) await files.remove(key);
}
