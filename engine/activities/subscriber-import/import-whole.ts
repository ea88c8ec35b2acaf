import { buffer } from 'node:stream/consumers';
import type { PoolClient } from 'pg';
import { withLeftOut } from '../../analysis/left-out-notices.ts';
import { findScanNotices } from '../../analysis/source-notices.ts';
import type { SourceHead } from '../../analysis/source-head.ts';
import { columnsHash } from '../../csv/columns-hash.ts';
import type { CorrectedRows } from '../../csv/corrected-row.ts';
import { decodeText } from '../../csv/decode.ts';
import { countRows, countSwallowed, failedLines, fieldsOf } from '../../csv/failed-log.ts';
import type { FailedLine } from '../../csv/failed-log.ts';
import { countLeftOut } from '../../csv/left-out-cells.ts';
import type { LeftOutColumn } from '../../csv/left-out-cells.ts';
import { partialLines } from '../../csv/partial-log.ts';
import { readRange } from '../../csv/read-range.ts';
import { HEAD_BYTES } from '../../csv/recognize.ts';
import { readTakenCorrections } from '../../db/corrections/taken-corrections.ts';
import { countSuppressedRows } from '../../db/imports/suppressed-rows.ts';
import { countStatuses } from '../../csv/row-statuses.ts';
import { compileRow } from '../../csv/row.ts';
import { fieldOverwrites } from '../../csv/field-overwrites.ts';
import { defaultsText } from '../../csv/row-defaults.ts';
import type { RowPlan, StagedRow } from '../../csv/row-plan.ts';
import { scanSource } from '../../csv/scan.ts';
import type { SourceFormat } from '../../csv/source-format.ts';
import type { Scan } from '../../csv/scan.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { resultOf } from '../../db/imports/chunk-ledger.ts';
import { rowsText, writeInline } from '../../db/imports/inline.ts';
import type { ScannedRange } from '../../db/imports/ledger.ts';
import { addToCounts, isKeyCollision, mergeSlice, SubscribersMissed } from '../../db/imports/merge.ts';
import { autorespondersToTrigger } from '../../db/imports/reactions.ts';
import { readRowPlan, withSourceFormat } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { holdList } from '../../db/lists/list-lock.ts';
import { isSmallImport } from '../../domain/import-size.ts';
import type { Notice } from '../../domain/notices.ts';
import type { CountsByStatus } from '../../domain/subscribers.ts';
import type { InlineResult } from '../../../machines/subscriber-import-work.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';
import { fault } from '../faults.ts';
import { keepsImages } from './before-images.ts';
import { canCreateOptions } from './find-new-options.ts';
import { readFormat } from '../sources/read-format.ts';
import { openFailedLog, openPartialLog } from './open-failed-log.ts';
import { IMPORT_SOURCES } from './import-sources.ts';
import { storeSource } from '../sources/store-source.ts';

/** The source of a small import in memory, and what the scan found in it. */
interface ScannedSource {
  readonly bytes: Buffer;
  readonly range: ScannedRange;
  readonly header: Scan['header'];
  /** Format that the source itself declares; `record` is the import with it. */
  readonly found: SourceFormat;
  readonly record: ImportRecord;
}

/** Larger ones are parsed in a thread, which is watched for rows that take too long. */
const MOST_BYTES = 65_536;

/** Failure to do the import in one transaction: its steps are to be done one by one. */
class NotWhole extends Error {}

/**
 * Does a small import in one transaction and without staging tables, whose creation and removal costs more than the rows: they go
 * from memory into the merge. All of it is committed, with its ledger entries, or nothing.
 * @returns null, with nothing written, when the steps are to be done one by one: the import has begun, has work before or after
 * its merge that reads staged rows, or was disturbed
 * @throws ApplicationFailure UnreadableSource, ListDeleted
 */
export async function importWhole(
  deps: ActivityDeps,
  record: ImportRecord,
  signal: AbortSignal,
): Promise<InlineResult | null> {
  const { deactivate_subscribers_not_in_import: settles } = record.options;
  const hasSteps = settles || canCreateOptions(record.options);
  if (record.numberOfRecords !== null || record.subscriberLimit !== null || hasSteps) return null;
  const source = await scanInMemory(deps, record, signal);
  if (source === null) return null;
  try {
    return await inTransaction(deps.pool, (client) => importRows(deps, client, { source, signal }), signal);
  } catch (error) {
    // Another attempt or another writer was faster.
    if (error instanceof NotWhole || error instanceof SubscribersMissed || isKeyCollision(error)) return null;
    throw error;
  }
}

/** Null when it is no small source of one range. */
async function scanInMemory(
  deps: ActivityDeps,
  given: ImportRecord,
  signal: AbortSignal,
): Promise<ScannedSource | null> {
  const { files, rangeBytes } = deps;
  const stored = await storeSource(deps, IMPORT_SOURCES, given, signal);
  const key = sourceKey(stored);
  const size = await files.size(key);
  if (size === null || size > MOST_BYTES) return null;
  const bytes = await buffer(files.read(key, undefined, signal));
  const { found, record } = readFormat(bytes.subarray(0, HEAD_BYTES), stored);
  const { ranges, header, sheetRows } = await scanSource(streamOf(bytes), record.options.file_format, {
    rangeBytes,
    signal,
  });
  const [range] = ranges;
  const all = { ...found, ...(sheetRows !== undefined && { sheet_rows: sheetRows }) };
  if (range === undefined || ranges.length > 1) return null;
  const scanned = { ...record, options: withSourceFormat(record.options, all) };
  return { bytes, range, header, found: all, record: scanned };
}

async function importRows(
  deps: ActivityDeps,
  client: PoolClient,
  { source, signal }: { source: ScannedSource; signal: AbortSignal },
): Promise<InlineResult> {
  const { bytes, range, header, found, record } = source;
  const { id: importId, mailingListId, options } = record;
  if (range.records > deps.chunkRows) throw new NotWhole();
  // The list cannot be changed or deleted until the transaction ends.
  if (!(await holdList(client, mailingListId)).exists) throw fault('ListDeleted', 'The mailing list was deleted.');
  const plan = await readRowPlan(client, record);
  const { rows, failures, blanks, statuses, leftOut } = await readRows(source, plan, {
    corrections: await readTakenCorrections(client, record, range),
    signal,
  });
  const suppressed = await countSuppressedRows(client, record, rows);
  if (suppressed > 0 && options.skip_suppressed === true) throw new NotWhole();
  const merged = await mergeSlice(client, {
    ...{ importId, mailingListId, options, rows: rowsText(rows), limit: null, locking: false },
    isLogged: record.logBytesOfOrganization < deps.logLimits.logsOfOrganization,
    keepsImage: keepsImages(deps, record),
    ...{ chunk: 0, slice: { number: 0, afterKey: null, upToKey: null }, indexes: 1 },
    list: { ...plan.list, hasAlternateKey: plan.list.primaryKeyFieldId !== null },
    ...{ defaults: defaultsText(plan), overwrites: fieldOverwrites(plan) },
    autoresponders: await autorespondersToTrigger(client, record),
  });
  if (merged.staged !== rows.length || merged.tooLarge.length > 0) throw new NotWhole();
  if (failures.length > 0) {
    const log = openFailedLog(client, deps, { ...record, header }, { part: 0 });
    log.add(failures);
    await log.end();
  }
  if (blanks.length > 0) {
    const log = openPartialLog(client, deps, record, { part: 0 });
    log.add(blanks);
    await log.end();
  }
  if (!record.isDryRun) await addToCounts(client, mailingListId, merged.statusChanges);
  const result = resultOf(merged);
  const failed = countRows(failures);
  const names = header === null || header.end > HEAD_BYTES ? null : namesOf(bytes, header, record);
  const isWritten = await writeInline(client, importId, {
    ...{
      ...result,
      range,
      header,
      failed,
      swallowed: countSwallowed(failures),
      partial: countRows(blanks),
      statuses,
      suppressed,
      columnsHash: names === null ? null : columnsHash(names),
    },
    ...{ notices: noticesOf(bytes, plan, { names: names ?? [], leftOut }), sourceFormat: found },
  });
  if (!isWritten) throw new NotWhole();
  return {
    scan: {
      ...{ records: range.records, ranges: 1, chunks: 1, limited: false, settles: false },
      isSmall: isSmallImport({ records: range.records, bytes: null }),
    },
    range: { failed },
    chunk: result,
  };
}

interface ReadRows {
  readonly rows: readonly StagedRow[];
  readonly failures: readonly FailedLine[];
  readonly blanks: readonly FailedLine[];
  readonly statuses: CountsByStatus;
  /** Cells of the columns that are left out; null where none is. */
  readonly leftOut: readonly LeftOutColumn[] | null;
}

async function readRows(
  { bytes, range }: ScannedSource,
  plan: RowPlan,
  settings: { readonly corrections: CorrectedRows; readonly signal: AbortSignal },
): Promise<ReadRows> {
  const format = plan.options.file_format;
  const toRow = compileRow(plan);
  const rows: StagedRow[] = [];
  const failures: FailedLine[] = [];
  const blanks: FailedLine[] = [];
  const statuses = countStatuses(plan.options);
  const leftOut = countLeftOut(plan.options);
  const source = streamOf(bytes.subarray(range.start, range.end));
  for await (const raws of readRange(source, format, { firstRow: range.firstRow, ...settings })) {
    for (const raw of raws) {
      const outcome = toRow(raw);
      leftOut?.add(raw, outcome);
      if (outcome.error === undefined) {
        rows.push(outcome.row);
        statuses.add(outcome.row);
        if (outcome.blanks !== undefined) blanks.push(...partialLines(outcome.row, outcome.blanks, format));
      } else failures.push(...failedLines(raw, outcome, format));
    }
  }
  if (rows.length + countRows(failures) !== range.records) throw new NotWhole();
  return { rows, failures, blanks, statuses: statuses.counts(), leftOut: leftOut?.columns() ?? null };
}

function headOf(bytes: Buffer): SourceHead {
  const head = bytes.subarray(0, HEAD_BYTES);
  return { bytes: head, isWhole: bytes.length <= head.length, totalBytes: bytes.length };
}

function namesOf(bytes: Buffer, header: { start: number; end: number }, { options }: ImportRecord): readonly string[] {
  const format = options.file_format;
  return fieldsOf(decodeText(bytes.subarray(header.start, header.end), format), format);
}

function noticesOf(
  bytes: Buffer,
  plan: RowPlan,
  { names, leftOut }: Pick<ReadRows, 'leftOut'> & { readonly names: readonly string[] },
): readonly Notice[] {
  const scanNotices = findScanNotices(headOf(bytes), plan);
  return leftOut === null
    ? scanNotices
    : withLeftOut({ notices: [], scanNotices }, { names, cells: leftOut, plan }).scanNotices;
}

// eslint-disable-next-line @typescript-eslint/require-await -- readers take streams
async function* streamOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
