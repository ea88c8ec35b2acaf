import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PARTIAL_FOLDER } from './upload-paths.ts';

const KEPT_MS = 7 * 24 * 3_600_000;

/** Deletes partial uploads that were not continued for seven days. */
export async function purgePartials(uploadsDir: string, now: number = Date.now()): Promise<void> {
  const folder = join(uploadsDir, PARTIAL_FOLDER);
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    if (now - changedAt > KEPT_MS) await rm(path, { force: true });
  }
}
