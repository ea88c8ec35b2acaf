import { buffer } from 'node:stream/consumers';
import { recordSourceBytes } from '../../db/sources/source-room.ts';
import { FileError, FileMissing } from '../../files/errors.ts';
import { readFirst } from '../../files/read-first.ts';
import { packedSourceKey, sourceKey } from '../../files/source-key.ts';
import { unpackGzip } from '../../files/unpack-gzip.ts';
import { ValidationFailed } from '../../platform/errors.ts';
import type { SourceName } from '../../analysis/leaving-name.ts';
import type { WorkbookFacts } from '../../domain/workbooks.ts';
import { otherSheets } from '../../domain/other-sheets.ts';
import type { RandomFile } from '../../workbooks/random-file.ts';
import { PACKED_HEAD_BYTES, packingOf } from '../../workbooks/packing.ts';
import type { ActivityDeps } from '../deps.ts';
import { fault, sourceGone } from '../faults.ts';
import type { SourceKind, SourceRecord } from './source-record.ts';
import { writeSource } from './write-source.ts';

/**
 * Stores the source of a job where a scan reads it, unless it is there: a file of the upload directory is copied, so that
 * a later change of it changes no running job, and a compressed file, a ZIP archive or a workbook is unpacked. The packed file stays,
 * for the time when nothing reads the source.
 * @returns the job, with what was found when its source was unpacked @throws ApplicationFailure UnreadableSource, ImportEnded
 */
export async function storeSource<Job extends SourceRecord>(
  deps: ActivityDeps,
  kind: SourceKind<Job>,
  record: Job,
  signal: AbortSignal,
): Promise<Job> {
  const { table, folder } = kind;
  const stored = await deps.files.size(sourceKey(record, folder));
  if (stored !== null) {
    if (record.sourceBytes === null) await recordSourceBytes(deps.pool, { table, jobId: record.id }, stored);
    return record;
  }
  try {
    const packedBytes =
      (await deps.files.size(packedSourceKey(record, folder))) ?? (await copySource(deps, kind, record, signal));
    if (packedBytes === null) return record;
    await unpackSource(deps, kind, { record, packedBytes }, signal).catch((error: unknown) => {
      throw error instanceof FileMissing ? sourceGone() : error;
    });
    return await kind.read(deps.pool, record.id);
  } catch (error) {
    if (error instanceof FileError || error instanceof ValidationFailed) throw fault('UnreadableSource', error.message);
    throw error;
  }
}

/**
 * Copies a file of the upload directory once it rests, unless it was scanned: it may be another one by now.
 * @returns the bytes of a packed file; null when the source is none, or not copied
 */
async function copySource<Job extends SourceRecord>(
  deps: ActivityDeps,
  kind: SourceKind<Job>,
  record: Job,
  signal: AbortSignal,
): Promise<number | null> {
  const { files, uploads } = deps;
  const { organizationId, numberOfRecords, options } = record;
  const { file_source: source } = options;
  if (source.type !== 'upload_directory' || numberOfRecords !== null) return null;
  const file = await uploads.openWhole(organizationId, source.filename, signal);
  try {
    const { first, all } = await readFirst(file.content, PACKED_HEAD_BYTES);
    const isPacked = packingOf(first) !== null;
    await writeSource(deps, kind, record, { content: all, bytes: file.bytes, isPacked, packedBytes: null }, signal);
    return isPacked ? await files.size(packedSourceKey(record, kind.folder)) : null;
  } finally {
    await file.close();
  }
}

async function unpackSource<Job extends SourceRecord>(
  deps: ActivityDeps,
  kind: SourceKind<Job>,
  { record, packedBytes }: { readonly record: Job; readonly packedBytes: number },
  signal: AbortSignal,
): Promise<void> {
  const { files, uploadBytes: maxBytes, unpackThreads } = deps;
  const key = packedSourceKey(record, kind.folder);
  const head = await buffer(files.read(key, { start: 0, end: PACKED_HEAD_BYTES }, signal));
  if (packingOf(head) !== 'zip') {
    const content = unpackGzip(files.read(key, undefined, signal), { maxBytes });
    return writeSource(deps, kind, record, { content, bytes: null, packedBytes }, signal);
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
    ({ workbook, entry, content }) =>
      writeSource(
        deps,
        kind,
        record,
        {
          ...{ content, bytes: null, packedBytes, maxBytes },
          ...(workbook !== null && { sourceFormat: { character_set: 'UTF-8', workbook: true } }),
          notices: [
            ...(workbook === null ? [] : otherSheets(workbook, sheet)),
            ...(kind.noticesOfName?.(record, nameOf(workbook, entry)) ?? []),
          ],
        },
        signal,
      ),
    signal,
  );
}

function nameOf(workbook: WorkbookFacts | null, entry: string | null): SourceName {
  return workbook === null ? { kind: 'file', name: entry ?? '' } : { kind: 'sheet', name: workbook.sheet.name };
}
