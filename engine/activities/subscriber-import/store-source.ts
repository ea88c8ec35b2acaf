import { recordSourceBytes } from '../../db/imports/state.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { FileError } from '../../files/errors.ts';
import { packedSourceKey, sourceKey } from '../../files/source-key.ts';
import { unpackGzip } from '../../files/unpack-gzip.ts';
import { ValidationFailed } from '../../platform/errors.ts';
import type { ActivityDeps } from '../deps.ts';
import { fault } from '../faults.ts';

/**
 * Stores the source of an import where a scan reads it, unless it is there: a file of the upload directory is copied, so that
 * a later change of it changes no running import, and a compressed upload is unpacked.
 * @throws ApplicationFailure UnreadableSource
 */
export async function storeSource(deps: ActivityDeps, record: ImportRecord, signal: AbortSignal): Promise<void> {
  const { pool, files } = deps;
  const key = sourceKey(record.id);
  if ((await files.size(key)) !== null) return;
  try {
    const source = await openSource(deps, record, signal);
    if (source === null) return;
    const { bytes } = await files.write(key, source, { signal });
    await recordSourceBytes(pool, record.id, bytes);
    await files.remove(packedSourceKey(record.id));
  } catch (error) {
    if (error instanceof FileError || error instanceof ValidationFailed) throw fault('UnreadableSource', error.message);
    throw error;
  }
}

/** Null where there is nothing to copy or unpack. */
async function openSource(
  { files, uploads, uploadBytes }: ActivityDeps,
  { id, organizationId, options: { file_source: source } }: ImportRecord,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | null> {
  if (source.type === 'upload_directory') return uploads.open(organizationId, source.filename);
  if (source.type !== 'upload' || (await files.size(packedSourceKey(id))) === null) return null;
  return unpackGzip(files.read(packedSourceKey(id), undefined, signal), { maxBytes: uploadBytes });
}
