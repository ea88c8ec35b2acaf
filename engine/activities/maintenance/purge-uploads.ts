import { findExpiredUploads, findLostUploads, removeExpiredUploads } from '../../db/uploads/expired.ts';
import { uploadKey, uploadOf } from '../../files/upload-key.ts';
import { keyBatches } from '../../files/key-batches.ts';
import type { ActivityDeps } from '../deps.ts';

/** Uploads that are read, and whose rows are removed, at a time. */
const TOGETHER = 200;

type PurgeDeps = Pick<ActivityDeps, 'pool' | 'files'>;

/**
 * Removes the uploads that have expired, finished or not, and files of uploads that the database does not know, since it was set
 * back. Imports that were created from them have their own files.
 */
export async function purgeUploads(deps: PurgeDeps, signal: AbortSignal): Promise<void> {
  await purgeExpired(deps, signal);
  await purgeLost(deps, signal);
}

async function purgeExpired({ pool, files }: PurgeDeps, signal: AbortSignal): Promise<void> {
  for (let ids = await findExpiredUploads(pool, TOGETHER); ids.length > 0;) {
    for (const id of ids) {
      signal.throwIfAborted();
      await files.remove(uploadKey(id));
    }
    await removeExpiredUploads(pool, ids);
    ids = await findExpiredUploads(pool, TOGETHER);
  }
}

/** An upload has its row before its first byte is stored, so a file without a row has lost it. */
async function purgeLost({ pool, files }: PurgeDeps, signal: AbortSignal): Promise<void> {
  for await (const keys of keyBatches(files, 'uploads/', TOGETHER)) {
    const ids = keys.map(uploadOf).filter((id) => id !== null);
    for (const id of await findLostUploads(pool, ids)) {
      signal.throwIfAborted();
      await files.remove(uploadKey(id));
    }
  }
}
