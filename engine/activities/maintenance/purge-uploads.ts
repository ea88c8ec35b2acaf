import { findExpiredUploads, removeExpiredUpload } from '../../db/uploads/expired.ts';
import { uploadKey } from '../../files/upload-key.ts';
import type { ActivityDeps } from '../deps.ts';

/** Removes the uploads that have expired, finished or not. Imports that were created from them have their own files. */
export async function purgeUploads(
  { pool, files }: Pick<ActivityDeps, 'pool' | 'files'>,
  signal: AbortSignal,
): Promise<void> {
  for (const id of await findExpiredUploads(pool)) {
    signal.throwIfAborted();
    await files.remove(uploadKey(id));
    await removeExpiredUpload(pool, id);
  }
}
