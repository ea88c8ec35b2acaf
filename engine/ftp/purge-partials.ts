import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from '../files/files-below.ts';
import { PARTIAL_FOLDER } from '../files/has-upload-folder.ts';

const KEPT_MS = 7 * 24 * 3_600_000;

/** Deletes partial uploads that were not continued for seven days. */
export async function purgePartials(uploadsDir: string, now: number = Date.now()): Promise<void> {
  const folder = join(uploadsDir, PARTIAL_FOLDER);
  for await (const name of filesBelow(folder)) {
    const path = join(folder, name);
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    if (now - changedAt > KEPT_MS) await rm(path, { force: true });
  }
}
