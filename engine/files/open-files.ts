import type { Config } from '../platform/config.ts';
import type { Files } from './files.ts';
import { createFolderStore } from './folder-store.ts';
import { hasUploadFolder } from './has-upload-folder.ts';
import type { S3Patience } from './s3-patience.ts';
import { createFolderUploads } from './uploads.ts';

export type { Files };

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
