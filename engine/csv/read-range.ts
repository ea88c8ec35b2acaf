import { setImmediate } from 'node:timers/promises';
import { readBlocks } from './blocks.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { compileCorrectedRow } from './corrected-row.ts';
import type { CorrectedRows } from './corrected-row.ts';
import { createRecordParser, createRecordReader } from './record-parser.ts';
import type { RawRow, RecordParser } from './record-parser.ts';
import type { RowProgress } from './row-progress.ts';
import { readSourceText, textFormat } from './source-text.ts';
import type { FileFormat, RecordBounds, RecordSplitter } from './splitter.ts';
import { createRecordSplitter } from './splitter.ts';

/** Options of reading a range; the sizes are set by tests. */
export interface ReadRangeSettings {
  readonly firstRow: number;
  readonly signal?: AbortSignal;
  readonly blockBytes?: number;
  readonly sliceRecords?: number;
}

/** Options of parsing the rows of a range. */
export interface ReadRowsSettings extends ReadRangeSettings {
  readonly progress?: RowProgress | undefined;
  /** Rows that took too long in an earlier attempt and are not parsed; all others are then parsed one by one. */
  readonly slowRows?: readonly number[] | undefined;
  /** Rows that are read as they were corrected. */
  readonly corrections?: CorrectedRows | undefined;
}

const TOO_SLOW = `The row took longer to read than ${BOUNDS.importRowTime.max / 1000} seconds.`;

/** Parsing a block of this size takes a few milliseconds, so heartbeats are sent in time; larger ones are no faster. */
const BLOCK_BYTES = 131_072;
/**
 * Records parsed per slice: so few that their rows are garbage when a small young generation is collected. With a whole
 * block per slice, collecting took a third of the time (measured; 50 to 200 make no difference).
 */
const SLICE_RECORDS = 100;

/**
 * Parses the bytes of a scanned range into slices of rows, in constant memory.
 * @throws the signal's reason once it is aborted.
 */
export function readRange(
  stream: AsyncIterable<Buffer>,
  format: FileFormat,
  { progress, slowRows, corrections = NO_CORRECTIONS, ...settings }: ReadRowsSettings,
): AsyncGenerator<RawRow[]> {
  const parse = createRecordParser(format);
  const read = createRecordReader();
  const isSlow = new Set(slowRows);
  const readCorrected = compileCorrectedRow(format);
  const corrected = (row: RawRow): RawRow => {
    const cells = corrections.get(row.rowNumber);
    return cells === undefined ? row : readCorrected(row.rowNumber, cells);
  };
  const parseWatched: RecordParser = (bytes, records, firstRow) => {
    if (isSlow.has(firstRow)) {
      return read(bytes, records, firstRow).map((row) => ({ ...row, fields: [], error: TOO_SLOW }));
    }
    progress?.atSome(firstRow);
    const rows = parse(bytes, records, firstRow);
    return corrections.size === 0 ? rows : rows.map(corrected);
  };
  return readRecords(stream, format, parseWatched, { ...settings, ...(slowRows && { sliceRecords: 1 }) });
}

const NO_CORRECTIONS: CorrectedRows = new Map();

/** Reads the rows of one scanned range as text, without their fields. @throws the signal's reason once it is aborted */
export function readTexts(
  stream: AsyncIterable<Buffer>,
  format: FileFormat,
  settings: ReadRangeSettings,
): AsyncGenerator<Pick<RawRow, 'rowNumber' | 'text'>[]> {
  return readRecords(stream, format, createRecordReader(), settings);
}

async function* readRecords<Row>(
  stream: AsyncIterable<Buffer>,
  format: FileFormat,
  parse: (bytes: Buffer, records: readonly RecordBounds[], firstRow: number) => Row[],
  { firstRow, signal, blockBytes = BLOCK_BYTES, sliceRecords = SLICE_RECORDS }: ReadRangeSettings,
): AsyncGenerator<Row[]> {
  const splitter = createRecordSplitter(textFormat(format));
  const text = readSourceText(stream, format);
  let rowNumber = firstRow;
  for await (const { buffer, offset } of readBlocks(text.blocks, splitter, blockBytes, signal)) {
    text.forget(offset);
    for (let isDrained = false; !isDrained;) {
      const { records, isDrained: isLast } = takeRecords(splitter, sliceRecords);
      isDrained = isLast;
      if (records.length > 0) yield parse(buffer, records, rowNumber);
      rowNumber += records.length;
    }
    await setImmediate();
  }
}

/**
 * Returns the next records, at most `maxRecords` and fewer of long ones: fields take several times the memory of their
 * bytes. A drained splitter must be fed before the next call.
 */
function takeRecords(splitter: RecordSplitter, maxRecords: number): { records: RecordBounds[]; isDrained: boolean } {
  const records: RecordBounds[] = [];
  for (let bytes = 0; records.length < maxRecords && bytes < BLOCK_BYTES;) {
    if (!splitter.next()) return { records, isDrained: true };
    records.push({ ...splitter.record });
    bytes += splitter.record.next - splitter.record.start;
  }
  return { records, isDrained: false };
}
