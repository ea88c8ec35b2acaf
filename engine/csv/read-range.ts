import { setImmediate } from 'node:timers/promises';
import { dealPieces } from './pieces.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { createRecordParser, createRecordReader } from './record-parser.ts';
import type { RawRow, RecordParser } from './record-parser.ts';
import type { RowProgress } from './row-progress.ts';
import type { FileFormat, RecordBounds, RecordSplitter } from './splitter.ts';
import { createRecordSplitter } from './splitter.ts';

export interface ReadRangeSettings {
  readonly firstRow: number;
  readonly signal?: AbortSignal;
  readonly pieceBytes?: number;
  readonly recordsAtOnce?: number;
}

export interface ReadRowsSettings extends ReadRangeSettings {
  readonly progress?: RowProgress | undefined;
  /** Rows that are not parsed, since they took too long before; all others are parsed one by one then. */
  readonly slowRows?: readonly number[] | undefined;
}

const TOO_SLOW = `The row took longer to read than ${BOUNDS.importRowTime.max / 1000} seconds.`;

/** Parsing a piece of this size takes a few milliseconds, so heartbeats go out in time; larger ones are no faster. */
const PIECE_BYTES = 131_072;
/**
 * Records parsed at once: so few that their rows are garbage by the time a small young generation is swept, which took a
 * third of the time when it was a whole piece (measured; 50 to 200 make no difference).
 */
const RECORDS_AT_ONCE = 100;

/**
 * Parses the bytes of one scanned range into rows, some at once, in flat memory.
 * @throws the signal's reason once it is aborted.
 */
export function readRange(
  stream: AsyncIterable<Buffer>,
  format: FileFormat,
  { progress, slowRows, ...settings }: ReadRowsSettings,
): AsyncGenerator<RawRow[]> {
  const parse = createRecordParser(format);
  const read = createRecordReader(format);
  const isSlow = new Set(slowRows);
  const parseWatched: RecordParser = (bytes, records, firstRow) => {
    if (isSlow.has(firstRow)) {
      return read(bytes, records, firstRow).map((row) => ({ ...row, fields: [], error: TOO_SLOW }));
    }
    progress?.atSome(firstRow);
    return parse(bytes, records, firstRow);
  };
  return readRecords(stream, format, parseWatched, { ...settings, ...(slowRows && { recordsAtOnce: 1 }) });
}

/** Reads the rows of one scanned range as text, without their fields. @throws the signal's reason once it is aborted */
export function readTexts(
  stream: AsyncIterable<Buffer>,
  format: FileFormat,
  settings: ReadRangeSettings,
): AsyncGenerator<Pick<RawRow, 'rowNumber' | 'text'>[]> {
  return readRecords(stream, format, createRecordReader(format), settings);
}

async function* readRecords<Row>(
  stream: AsyncIterable<Buffer>,
  format: FileFormat,
  parse: (bytes: Buffer, records: readonly RecordBounds[], firstRow: number) => Row[],
  { firstRow, signal, pieceBytes = PIECE_BYTES, recordsAtOnce = RECORDS_AT_ONCE }: ReadRangeSettings,
): AsyncGenerator<Row[]> {
  const splitter = createRecordSplitter(format);
  let rowNumber = firstRow;
  for await (const { buffer } of dealPieces(stream, splitter, pieceBytes, signal)) {
    for (let isDrained = false; !isDrained;) {
      const { records, isDrained: isLast } = takeRecords(splitter, recordsAtOnce);
      isDrained = isLast;
      if (records.length > 0) yield parse(buffer, records, rowNumber);
      rowNumber += records.length;
    }
    await setImmediate();
  }
}

/**
 * Takes at most so many records, and few of long ones: their fields take several times the memory of their bytes. A
 * drained splitter must be fed before the next call.
 */
function takeRecords(splitter: RecordSplitter, most: number): { records: RecordBounds[]; isDrained: boolean } {
  const records: RecordBounds[] = [];
  for (let bytes = 0; records.length < most && bytes < PIECE_BYTES;) {
    if (!splitter.next()) return { records, isDrained: true };
    records.push({ ...splitter.record });
    bytes += splitter.record.next - splitter.record.start;
  }
  return { records, isDrained: false };
}
