import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StoredSource } from '../../engine/db/imports/new-imports.ts';
import { findKeptUpload } from '../../engine/db/uploads/uploads.ts';
import { PACKED_HEAD_BYTES, packingOf } from '../../engine/workbooks/packing.ts';
import type { PackingKind } from '../../engine/workbooks/packing.ts';
import { packedSourceKey, sourceKey } from '../../engine/files/source-key.ts';
import type { FileOwner } from '../../engine/domain/file-owner.ts';
import { uploadKey } from '../../engine/files/upload-key.ts';
import { ValidationFailed } from '../../engine/platform/errors.ts';
import { buffer } from 'node:stream/consumers';
import { isUploadId } from '../uploads/upload-id.ts';
import type { SourceFiles } from './source-input.ts';

/** The files of an organization that imports can read. */
export function sourceFilesOf(app: FastifyInstance, { db }: FastifyRequest, organizationId: number): SourceFiles {
  return {
    uploadExists: async (filename) => (await app.uploads.size(organizationId, filename)) !== null,
    findUpload: (id) => (isUploadId(id) ? findKeptUpload(db, id, organizationId) : Promise.resolve(null)),
  };
}

/** Returns the packing of the file of an upload; null: it is not packed. */
export async function packingOfUpload({ files }: FastifyInstance, id: string): Promise<PackingKind | null> {
  return packingOf(await buffer(files.read(uploadKey(id), { start: 0, end: PACKED_HEAD_BYTES })));
}

/**
 * Gives an import the file of an upload, which then stays when the upload is removed.
 * @throws ValidationFailed when the upload was removed since it was looked up
 */
export async function keepUpload(app: FastifyInstance, uploadId: string, job: FileOwner): Promise<StoredSource> {
  const gone = () => new ValidationFailed('file_source.id names an upload that was removed: send the file again');
  if ((await app.files.size(uploadKey(uploadId))) === null) throw gone();
  const isPacked = (await packingOfUpload(app, uploadId)) !== null;
  const key = isPacked ? packedSourceKey(job) : sourceKey(job);
  const bytes = await app.files.link(uploadKey(uploadId), key);
  if (bytes === null) throw gone();
  return { bytes, isPacked };
}
