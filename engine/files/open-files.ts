import type { Config } from '../platform/config.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { hasUploadFolder } from './has-upload-folder.ts';
import type { S3Patience } from './s3-patience.ts';
import { createFolderUploads } from './uploads.ts';
import type { UploadCopies, Uploads } from './uploads.ts';

/** File store and upload directories of a process: folders, or a bucket when one is set. */
export interface Files {
  readonly store: FileStore;
  readonly uploads: Uploads;
  /** Destination of the FTP server's copies of received files; null: imports read its own folder. */
  readonly copies: UploadCopies | null;
  /**
   * Whether the upload directories, or the folders of the FTP server, have files of an organization of that id. A database that was
   * set back may give the id of such an organization to another one.
   */
  hasUploadsOf(organizationId: number): Promise<boolean>;
  /** Closes the connections that no call uses. */
  close(): void;
}

/** Opens the files of the service, as the settings say. @param patience with a bucket; that of jobs when it is left out */
export async function openFiles(
  { s3, filesDir, uploadsDir, uploadRestMs }: Pick<Config, 's3' | 'filesDir' | 'uploadsDir' | 'uploadRestMs'>,
  patience?: S3Patience,
): Promise<Files> {
  if (s3 === null) {
    return {
      store: createFolderStore(filesDir),
      uploads: createFolderUploads(uploadsDir, { ms: uploadRestMs }),
      copies: null,
      hasUploadsOf: (organizationId) => hasUploadFolder(uploadsDir, organizationId),
      close: () => undefined,
    };
  }
  // The SDK takes memory and time to load, which processes without a bucket do not need.
  const { openS3Files } = await import('./s3-files.ts');
  const files = openS3Files(s3, patience);
  return {
    ...files,
    hasUploadsOf: async (organizationId) =>
      (await hasUploadFolder(uploadsDir, organizationId)) || (await files.hasUploadsOf(organizationId)),
  };
}
