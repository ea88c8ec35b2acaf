import { recordSourceBytes } from '../../db/imports/state.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { FileError, FileMissing } from '../../files/errors.ts';
import { packedSourceKey, sourceKey } from '../../files/source-key.ts';
import { unpackGzip } from '../../files/unpack-gzip.ts';
import { ValidationFailed } from '../../platform/errors.ts';
import type { ActivityDeps } from '../deps.ts';
import { fault } from '../faults.ts';
import { writeSource } from './write-source.ts';
import type { ArrivingSource } from './write-source.ts';

/**
 * Stores the source of an import where a scan reads it, unless it is there: a file of the upload directory is copied, so that
 * a later change of it changes no running import, and a compressed upload is unpacked. The packed file stays, for the time when
 * nothing reads the source.
 * @throws ApplicationFailure UnreadableSource, ImportEnded
 */
export async function storeSource(deps: ActivityDeps, record: ImportRecord, signal: AbortSignal): Promise<void> {
  const stored = await deps.files.size(sourceKey(record));
  if (stored !== null) {
    if (record.sourceBytes === null) await recordSourceBytes(deps.pool, record.id, stored);
    return;
  }
  try {
    const source = await openSource(deps, record, signal);
    if (source !== null) await writeSource(deps, record, source, signal);
  } catch (error) {
    if (error instanceof FileError || error instanceof ValidationFailed) throw fault('UnreadableSource', error.message);
    throw error;
  }
}

/** Null where there is nothing to copy or unpack. What was scanned is not copied again: the file may be another one by now. */
async function openSource(
  { files, uploads, uploadBytes }: ActivityDeps,
  record: ImportRecord,
  signal: AbortSignal,
): Promise<ArrivingSource | null> {
  const {
    organizationId,
    numberOfRecords,
    options: { file_source: source },
  } = record;
  if (source.type === 'upload_directory' && numberOfRecords === null) {
    const bytes = await uploads.size(organizationId, source.filename);
    if (bytes === null) throw new FileMissing(source.filename);
    return { content: opened(() => uploads.open(organizationId, source.filename)), bytes, packedBytes: null };
  }
  const packedBytes = source.type === 'upload' ? await files.size(packedSourceKey(record)) : null;
  if (packedBytes === null) return null;
  const packed = files.read(packedSourceKey(record), undefined, signal);
  return { content: unpackGzip(packed, { maxBytes: uploadBytes }), bytes: null, packedBytes };
}

/** Opens a file when its first block is asked for. */
async function* opened(open: () => Promise<AsyncIterable<Uint8Array>>): AsyncGenerator<Uint8Array> {
  yield* await open();
}
