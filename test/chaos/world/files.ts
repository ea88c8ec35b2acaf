import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FileStore } from '../../../engine/files/file-store.ts';
import { createFolderStore } from '../../../engine/files/folder-store.ts';
import { openBucket } from '../../../engine/files/s3-bucket.ts';
import { createS3Store } from '../../../engine/files/s3-store.ts';
import type { Config } from '../../../engine/platform/config.ts';
import { NO_S3, startS3 } from '../../support/s3.ts';

/** Kinds of file stores of the service. */
export const FILE_STORES = ['folder', 's3'] as const;
export type FileStoreKind = (typeof FILE_STORES)[number];

/** The files of the service, as its operator sees them. */
export interface WorldFiles {
  /** The settings of processes that use them. */
  readonly settings: Pick<Config, 's3'>;
  /** The file store that the service uses. */
  readonly store: FileStore;
  /** Puts a file into organization 1's upload directory. */
  upload(filename: string, content: string | Buffer): Promise<void>;
  /** The keys of the files that are stored, or that were being written. */
  stored(): Promise<string[]>;
  close(): Promise<void>;
}

/** Keeps them in the folders of the settings. */
export function filesInFolders({ filesDir, uploadsDir }: Pick<Config, 'filesDir' | 'uploadsDir'>): WorldFiles {
  return {
    settings: { s3: null },
    store: createFolderStore(filesDir),
    upload: async (filename, content) => {
      const folder = join(uploadsDir, '1');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, filename), content);
    },
    stored: async () => {
      const entries = await readdir(filesDir, { recursive: true, withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(filesDir, join(entry.parentPath, entry.name)));
    },
    close: () => Promise.resolve(),
  };
}

/** Starts a server of S3, and keeps them there. @throws Error without one */
export async function filesInS3(): Promise<WorldFiles> {
  const s3 = await startS3();
  if (s3 === null) throw new Error(`Files cannot be in S3: ${NO_S3}.`);
  const bucket = openBucket(s3.bucket);
  return {
    settings: { s3: s3.bucket },
    store: createS3Store(bucket),
    upload: (filename, content) => bucket.put(`upload-directory/1/${filename}`, Buffer.from(content)),
    stored: () => storedIn(bucket),
    close: async () => {
      bucket.close();
      await s3.stop();
    },
  };
}

/** The keys of the files of the service in its bucket, and of those that were being written. */
export async function storedIn(bucket: ReturnType<typeof openBucket>): Promise<string[]> {
  const names: string[] = [];
  for (const found of [bucket.list(''), bucket.listUnfinished('')])
    for await (const { name } of found) names.push(name);
  return names
    .filter((name) => !name.startsWith('upload-directory/'))
    .map((name) => name.replace(/^(files|growing)\//, ''));
}
