import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { S3Settings } from '../platform/config-s3.ts';
import type { Files } from './files.ts';
import { openBucket } from './s3-bucket.ts';
import type { Bucket } from './s3-bucket.ts';
import type { S3Patience } from './s3-patience.ts';
import { createS3Store, readObject } from './s3-store.ts';
import { FileMissing } from './errors.ts';
import type { ByteRange } from './file-store.ts';
import { requireUploadName } from './uploads.ts';
import type { UploadCopies, Uploads } from './uploads.ts';

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

/** Prefix of the names of the objects in the upload directories; then come the id of the organization and the name. */
const DIRECTORIES = 'upload-directory/';

/** The upload directories in a bucket, each below the id of its organization. */
function createS3Uploads(bucket: Bucket): Uploads & UploadCopies {
  const nameOf = (organizationId: number, filename: string) => {
    requireUploadName(filename);
    return `${DIRECTORIES}${organizationId}/${filename}`;
  };
  const open = async (organizationId: number, filename: string, range?: ByteRange) => {
    const name = nameOf(organizationId, filename);
    const bytes = await bucket.size(name);
    if (bytes === null) throw new FileMissing(filename);
    const content = Readable.from(readObject(bucket, { name, shown: filename }, range), { objectMode: false });
    return { bytes, content };
  };
  return {
    size: async (organizationId, filename) => bucket.size(nameOf(organizationId, filename)),
    open: async (organizationId, filename, range) => (await open(organizationId, filename, range)).content,
    // An object is under its name when all of it has arrived, and is read in one version.
    openWhole: async (organizationId, filename) => {
      const { bytes, content } = await open(organizationId, filename);
      return { bytes, content, close: () => Promise.resolve(content.destroy()) };
    },
    put: (organizationId, filename, path) =>
      bucket.putStream(nameOf(organizationId, filename), createReadStream(path), new AbortController()),
    remove: async (organizationId, filename) => bucket.remove(nameOf(organizationId, filename)),
  };
}

/** Whether the bucket has an object in the upload directory of an organization of that id. */
async function hasS3Uploads(bucket: Bucket, organizationId: number): Promise<boolean> {
  for await (const _ of bucket.list(`${DIRECTORIES}${organizationId}/`)) return true;
  return false;
}
