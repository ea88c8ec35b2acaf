import type { Config } from '../platform/config.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createFolderUploads } from './uploads.ts';
import type { UploadCopies, Uploads } from './uploads.ts';

/** Where a process finds files: in folders, or in a bucket when one is set. */
export interface Files {
  readonly store: FileStore;
  readonly uploads: Uploads;
  /** Where the FTP server puts a copy of what it receives; null: imports read its own folder. */
  readonly copies: UploadCopies | null;
  /** Closes the connections that no call uses. */
  close(): void;
}

/** Opens the files of the service, as the settings say. */
export async function openFiles({
  s3,
  filesDir,
  uploadsDir,
  uploadRestMs,
}: Pick<Config, 's3' | 'filesDir' | 'uploadsDir' | 'uploadRestMs'>): Promise<Files> {
  if (s3 === null) {
    return {
      store: createFolderStore(filesDir),
      uploads: createFolderUploads(uploadsDir, { ms: uploadRestMs }),
      copies: null,
      close: () => undefined,
    };
  }
  // The SDK takes memory and time to load, which processes without a bucket do not need.
  const { openS3Files } = await import('./s3-files.ts');
  return openS3Files(s3);
}
