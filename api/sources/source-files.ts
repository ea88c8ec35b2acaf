import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UniqueIntegrityConstraintViolationError } from 'slonik';
import { KeyClaimed } from '../../engine/db/idempotency/key-claim.ts';
import type { StoredSource } from '../../engine/db/sources/new-source.ts';
import { findKeptUpload } from '../../engine/db/uploads/uploads.ts';
import { PACKED_HEAD_BYTES, packingOf } from '../../engine/workbooks/packing.ts';
import type { PackingKind } from '../../engine/workbooks/packing.ts';
import { packedSourceKey, settingsKey, sourceKey } from '../../engine/files/source-key.ts';
import type { FileOwner, JobFolder } from '../../engine/domain/file-owner.ts';
import type { ImportOptions } from '../../engine/domain/subscriber-imports.ts';
import { uploadKey } from '../../engine/files/upload-key.ts';
import { NotFound, ValidationFailed } from '../../engine/platform/errors.ts';
import { buffer } from 'node:stream/consumers';
import { isUploadId } from '../uploads/upload-id.ts';
import type { LongText } from '../http/bodies/long-text.ts';
import { encodeContent } from './content.ts';
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

/** A job whose source is stored, and the folder of the files of its kind. */
export interface SourceOwner extends FileOwner {
  readonly folder: JobFolder;
}

/**
 * Stores what a call brings along as the source of a job. @returns null where the worker fetches the source
 * @throws ValidationFailed when the upload was removed since it was looked up
 */
export async function storeSentSource(
  app: FastifyInstance,
  job: SourceOwner,
  { source, content }: { readonly source: ImportOptions['file_source']; readonly content: string | LongText | null },
): Promise<StoredSource | null> {
  if (source.type === 'upload') return keepUpload(app, source.id, job);
  if (content === null) return null;
  const { bytes } = await app.files.write(keyOfSource(job, false), encodeContent(content));
  return { bytes, isPacked: false };
}

/**
 * Inserts a job whose source is stored, and removes the source if the job is refused. After a lost connection the row may be there all
 * the same, and then its source must be there too.
 */
export async function insertWithSource<Result>(
  app: FastifyInstance,
  {
    job,
    source,
    keepsSettings,
  }: { readonly job: SourceOwner; readonly source: StoredSource | null; readonly keepsSettings: boolean },
  insert: () => Promise<Result>,
): Promise<Result> {
  try {
    return await insert();
  } catch (error) {
    if (source !== null && isRefusal(error)) await removeSentSource(app, job, source);
    if (keepsSettings && isRefusal(error)) await app.files.remove(settingsKey(job, job.folder));
    throw error;
  }
}

/** Whether a job was surely not created. */
function isRefusal(error: unknown): boolean {
  return REFUSALS.some((each) => error instanceof each);
}

const REFUSALS = [NotFound, KeyClaimed, ValidationFailed, UniqueIntegrityConstraintViolationError];

async function removeSentSource(app: FastifyInstance, job: SourceOwner, source: StoredSource): Promise<void> {
  await app.files.remove(keyOfSource(job, source.isPacked));
}

function keyOfSource(job: SourceOwner, isPacked: boolean): string {
  return isPacked ? packedSourceKey(job, job.folder) : sourceKey(job, job.folder);
}

/**
 * Gives a job the file of an upload, which then stays when the upload is removed.
 * @throws ValidationFailed when the upload was removed since it was looked up
 */
async function keepUpload(app: FastifyInstance, uploadId: string, job: SourceOwner): Promise<StoredSource> {
  const gone = () => new ValidationFailed('file_source.id names an upload that was removed: send the file again');
  if ((await app.files.size(uploadKey(uploadId))) === null) throw gone();
  const isPacked = (await packingOfUpload(app, uploadId)) !== null;
  const key = keyOfSource(job, isPacked);
  const bytes = await app.files.link(uploadKey(uploadId), key);
  if (bytes === null) throw gone();
  return { bytes, isPacked };
}
