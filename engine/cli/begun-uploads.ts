import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The upload of one file that a command of this user has begun, kept in a file of its own until it is forgotten. */
export interface BegunUpload {
  /** Its id; null when none was begun. */
  readonly find: () => Promise<string | null>;
  readonly remember: (id: string) => Promise<void>;
  readonly forget: () => Promise<void>;
}

/** The begun upload of a file to a service; `parts` tell files and services apart. Without a folder nothing is kept. */
export function begunUpload(cacheDir: string | null, ...parts: readonly (string | number)[]): BegunUpload {
  if (cacheDir === null) return NOTHING_KEPT;
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const path = join(cacheDir, 'uploads', name);
  return {
    find: () => readFile(path, 'utf8').catch(() => null),
    remember: async (id) => {
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, id);
      } catch {
        // A folder that cannot be written: the upload is sent all the same, but cannot be continued after a break.
      }
    },
    forget: () => rm(path, { force: true }).catch(() => undefined),
  };
}

const NOTHING_KEPT: BegunUpload = {
  find: () => Promise.resolve(null),
  remember: () => Promise.resolve(),
  forget: () => Promise.resolve(),
};
