import { readBlocks } from './blocks.ts';
import { createRecordSample } from './record-sample.ts';
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
  /** Byte offsets of the header record, without its line break. */
  readonly header: { readonly start: number; readonly end: number } | null;
  /** Contiguous ranges; the last one ends at the end of the source. Empty when there are no records. */
  readonly ranges: readonly ScannedRange[];
  readonly records: number;
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
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Counts the records of a CSV source in one pass and cuts it into ranges of about `rangeBytes`, in constant memory.
 * Malformed records count as rows; empty lines don't. A byte order mark and the header belong to no range.
 * @throws the signal's reason once it is aborted.
 */
export async function scanSource(
  stream: AsyncIterable<Buffer>,
  format: FileFormat,
  { rangeBytes, onProgress, signal, blockBytes = BLOCK_BYTES }: ScanSettings,
): Promise<Scan> {
  const splitter = createRecordSplitter(format);
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

  function closeRange(end: number): void {
    ranges.push({ start: rangeStart, end, firstRow, records: records - firstRow + 1 });
    rangeStart = end;
    firstRow = records + 1;
  }

  const minBlockBytes = Math.max(blockBytes, BYTE_ORDER_MARK.length);
  for await (const { buffer, offset, isFinal } of readBlocks(stream, splitter, minBlockBytes, signal)) {
    if (offset === 0 && startsWithMark(buffer)) splitter.feed(buffer, isFinal, BYTE_ORDER_MARK.length);
    while (splitter.next()) {
      const start = offset + record.start;
      if (awaitsHeader) {
        awaitsHeader = false;
        header = { start, end: offset + record.end };
        continue;
      }
      // Ranges are cut where a record starts: the end of an overlong line is not known yet when it is counted.
      if (start >= cutAt || records - firstRow + 1 >= RANGE_RECORDS) {
        if (rangeStart < 0) rangeStart = start;
        else closeRange(start);
        cutAt = start + rangeBytes;
      }
      records += 1;
      sample.add(buffer, record);
    }
    bytes = offset + buffer.length;
    onProgress?.({ bytes, records });
  }
  if (records > 0) closeRange(bytes);
  return { header, ranges, records, sample: sample.lines() };
}

function startsWithMark(buffer: Buffer): boolean {
  return BYTE_ORDER_MARK.equals(buffer.subarray(0, BYTE_ORDER_MARK.length));
}
