import { buffer } from 'node:stream/consumers';
import { recordSourceBytes } from '../../db/imports/state.ts';
import { readImport } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { FileError } from '../../files/errors.ts';
import { readFirst } from '../../files/read-first.ts';
import { packedSourceKey, sourceKey } from '../../files/source-key.ts';
import { unpackGzip } from '../../files/unpack-gzip.ts';
import { ValidationFailed } from '../../platform/errors.ts';
import { otherSheets } from '../../domain/other-sheets.ts';
import type { RandomFile } from '../../workbooks/random-file.ts';
import { PACKED_HEAD_BYTES, packingOf } from '../../workbooks/packing.ts';
import type { ActivityDeps } from '../deps.ts';
import { fault } from '../faults.ts';
import { writeSource } from './write-source.ts';

/** The fault of an import that has to read its source again, which is not there: the database was set back to before its end, or the file store is wrong. */
export function sourceGone() {
  return fault('UnreadableSource', 'The source of this import is no longer stored.');
}

/**
 * Stores the source of an import where a scan reads it, unless it is there: a file of the upload directory is copied, so that
 * a later change of it changes no running import, and a compressed file, a ZIP archive or a workbook is unpacked. The packed file stays,
 * for the time when nothing reads the source.
 * @returns the import, with what was found when its source was unpacked @throws ApplicationFailure UnreadableSource, ImportEnded
 */
export async function storeSource(
  deps: ActivityDeps,
  record: ImportRecord,
  signal: AbortSignal,
): Promise<ImportRecord> {
  const stored = await deps.files.size(sourceKey(record));
  if (stored !== null) {
    if (record.sourceBytes === null) await recordSourceBytes(deps.pool, record.id, stored);
    return record;
  }
  try {
    const packedBytes = (await deps.files.size(packedSourceKey(record))) ?? (await copySource(deps, record, signal));
    if (packedBytes === null) return record;
    await unpackSource(deps, record, packedBytes, signal);
    return await readImport(deps.pool, record.id);
  } catch (error) {
    if (error instanceof FileError || error instanceof ValidationFailed) throw fault('UnreadableSource', error.message);
    throw error;
  }
}

/**
 * Copies a file of the upload directory once it rests, unless it was scanned: it may be another one by now.
 * @returns the bytes of a packed file; null when the source is none, or not copied
 */
async function copySource(deps: ActivityDeps, record: ImportRecord, signal: AbortSignal): Promise<number | null> {
  const { files, uploads } = deps;
  const { organizationId, numberOfRecords, options } = record;
  const { file_source: source } = options;
  if (source.type !== 'upload_directory' || numberOfRecords !== null) return null;
  const file = await uploads.openWhole(organizationId, source.filename, signal);
  try {
    const { first, all } = await readFirst(file.content, PACKED_HEAD_BYTES);
    const isPacked = packingOf(first) !== null;
    await writeSource(deps, record, { content: all, bytes: file.bytes, isPacked, packedBytes: null }, signal);
    return isPacked ? await files.size(packedSourceKey(record)) : null;
  } finally {
    await file.close();
  }
}

async function unpackSource(
  deps: ActivityDeps,
  record: ImportRecord,
  packedBytes: number,
  signal: AbortSignal,
): Promise<void> {
  const { files, uploadBytes: maxBytes, unpackThreads } = deps;
  const key = packedSourceKey(record);
  const head = await buffer(files.read(key, { start: 0, end: PACKED_HEAD_BYTES }, signal));
  if (packingOf(head) !== 'zip') {
    const content = unpackGzip(files.read(key, undefined, signal), { maxBytes });
    return writeSource(deps, record, { content, bytes: null, packedBytes }, signal);
  }
  const { file_format: format, column_mapping: mapping } = record.options;
  const sheet = format.sheet ?? null;
  const file: RandomFile = {
    bytes: packedBytes,
    read: (start, end) => buffer(files.read(key, { start, end }, signal)),
  };
  await unpackThreads.unpack(
    file,
    { sheet, columns: mapping.length, marks: format, maxBytes, owner: record.organizationId },
    ({ workbook, content }) =>
      writeSource(
        deps,
        record,
        {
          ...{ content, bytes: null, packedBytes, maxBytes },
          ...(workbook !== null && {
            sourceFormat: { character_set: 'UTF-8', workbook: true },
            notices: otherSheets(workbook, sheet),
          }),
        },
        signal,
      ),
    signal,
  );
}
