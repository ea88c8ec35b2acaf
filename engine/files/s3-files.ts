import type { S3Settings } from '../platform/config-s3.ts';
import type { Files } from './open-files.ts';
import { openBucket } from './s3-bucket.ts';
import type { S3Patience } from './s3-patience.ts';
import { createS3Store } from './s3-store.ts';
import { createS3Uploads, hasS3Uploads } from './s3-uploads.ts';

/** Opens the files of the service in a bucket of S3, or of a service that speaks its protocol. */
export function openS3Files(settings: S3Settings, patience?: S3Patience): Files {
  const bucket = openBucket(settings, patience);
  const uploads = createS3Uploads(bucket);
  return {
    store: createS3Store(bucket),
    uploads,
    copies: uploads,
    hasUploadsOf: (organizationId) => hasS3Uploads(bucket, organizationId),
    close: () => bucket.close(),
  };
}
