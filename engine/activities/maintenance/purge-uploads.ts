import { findExpiredUploads, removeExpiredUploads } from '../../db/uploads/expired.ts';
import { uploadKey } from '../../files/upload-key.ts';
import type { ActivityDeps } from '../deps.ts';

/** Uploads that are read, and whose rows are removed, at a time. */
const TOGETHER = 200;

/** Removes the uploads that have expired, finished or not. Imports that were created from them have their own files. */
export async function purgeUploads(
  { pool, files }: Pick<ActivityDeps, 'pool' | 'files'>,
  signal: AbortSignal,
): Promise<void> {
  for (let ids = await findExpiredUploads(pool, TOGETHER); ids.length > 0;) {
    for (const id of ids) {
      signal.throwIfAborted();
      await files.remove(uploadKey(id));
    }
    await removeExpiredUploads(pool, ids);
    ids = await findExpiredUploads(pool, TOGETHER);
  }
}
