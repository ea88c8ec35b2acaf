import { readBlocks } from './blocks.ts';
import type { SheetRows } from '../domain/sheet-rows.ts';
import { createRecordSample } from './record-sample.ts';
import { HEAD_BYTES } from './recognize.ts';
import { numberSheetRows } from './sheet-row-numbers.ts';
import { startOfRecords } from './source-start.ts';
import { readSourceText, textFormat } from './source-text.ts';
import type { FileFormat } from './splitter.ts';
import { createRecordSplitter } from './splitter.ts';

/** Whole records between two byte offsets of the source. */
interface ScannedRange {
  readonly start: number;
  readonly end: number;
  /** Row number of the first record; data rows count from 1. */
  readonly firstRow: number;
  readonly records: number;
}

/** The result of a scan. */
export interface Scan {
  /** Byte offsets of the header record; of a source that is decoded its line break is among them. */
  readonly header: { readonly start: number; readonly end: number } | null;
  /** Contiguous ranges; the last one ends at the end of the source. Empty when there are no records. */
  readonly ranges: readonly ScannedRange[];
  readonly records: number;
  /** Of the sheet of a workbook: the rows of its records. */
  readonly sheetRows?: SheetRows;
  /** A uniform sample of the well-formed records, one per line. */
  readonly sample: Buffer;
}

/** Options of a scan; `blockBytes` is set by tests. */
export interface ScanSettings {
  readonly rangeBytes: number;
  readonly onProgress?: (progress: { bytes: number; records: number }) => void;
  readonly signal?: AbortSignal;
  readonly blockBytes?: number;
}

const BLOCK_BYTES = 262_144;
/** Upper bound of the records in a range, so that its log and its transaction stay short. */
const RANGE_RECORDS = 100_000;
/** With this sample the largest of 50 chunks has 22,000 rows instead of 20,000, the largest of 500 30,000 (measured). */
const SAMPLED_RECORDS = 16_384;
/** Bytes of a byte order mark; tests read smaller blocks than one that holds a hint at the separator. */
const START_BYTES = 3;

/**
 * Counts the records of a CSV source in one pass and cuts it into ranges of about `rangeBytes`, in constant memory.
 * Malformed records count as rows; empty lines don't. A byte order mark, a hint at the separator, skipped lines and
 * the header belong to no range.
 * @throws the signal's reason once it is aborted.
 */
export async function scanSource(
  stream: AsyncIterable<Buffer>,
  format: FileFormat,
  { rangeBytes, onProgress, signal, blockBytes = BLOCK_BYTES }: ScanSettings,
): Promise<Scan> {
  const text = readSourceText(stream, format);
  const splitter = createRecordSplitter(textFormat(format));
  const { record } = splitter;
  const sample = createRecordSample(SAMPLED_RECORDS);
  const ranges: ScannedRange[] = [];
  let header: Scan['header'] = null;
  let awaitsHeader = format.csv_has_headers;
  let rangeStart = -1;
  let cutAt = 0;
  let firstRow = 1;
  let records = 0;
  let bytes = 0;
  const sheet = format.workbook === true ? numberSheetRows(splitter, format) : null;

  /** Closes a range where a record begins, or at the end. */
  function closeRange(end: number): void {
    ranges.push({ start: rangeStart, end, firstRow, records: records - firstRow + 1 });
    rangeStart = end;
    firstRow = records + 1;
  }

  const minBlockBytes = Math.max(blockBytes, format.skip_lines === undefined ? START_BYTES : HEAD_BYTES);
  for await (const { buffer, offset, isFinal } of readBlocks(text.blocks, splitter, minBlockBytes, signal)) {
    text.forget(offset);
    if (offset === 0) {
      const start = startOfRecords(buffer, format);
      sheet?.skip(buffer.subarray(0, start));
      splitter.feed(buffer, isFinal, start);
    }
    while (splitter.next()) {
      const start = offset + record.start;
      if (awaitsHeader) {
        awaitsHeader = false;
        const end = offset + (text.isDecoded ? record.next : record.end);
        header = { start: text.sourceOffset(start), end: text.sourceOffset(end) };
        continue;
      }
      // Ranges are cut where a record starts: the end of an overlong line is not known yet when it is counted.
      if (start >= cutAt || records - firstRow + 1 >= RANGE_RECORDS) {
        const at = text.sourceOffset(start);
        if (rangeStart < 0) rangeStart = at;
        else closeRange(at);
        cutAt = start + rangeBytes;
      }
      records += 1;
      sheet?.count(records);
      sample.add(buffer, record);
    }
    bytes = offset + buffer.length;
    onProgress?.({ bytes, records });
  }
  if (records > 0) closeRange(text.sourceOffset(bytes));
  return { header, ranges, records, sample: sample.lines(), ...(sheet !== null && { sheetRows: sheet.runs }) };
}
