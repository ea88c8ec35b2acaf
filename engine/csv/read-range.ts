import { setImmediate } from 'node:timers/promises';
import { dealPieces } from './pieces.ts';
import { createRecordParser } from './record-parser.ts';
import type { FileFormat, RecordBounds, RecordSplitter } from './splitter.ts';
import { createRecordSplitter } from './splitter.ts';

export interface RawRow {
  readonly rowNumber: number;
  /** The decoded fields. Of a malformed row those before the one that spoils it, then perhaps an empty one. */
  readonly fields: readonly string[];
  /** Why the row can't be imported, as a sentence; null when it is fine so far. */
  readonly error: string | null;
  /** The record as it stands in the file, decoded, without its line break; free of NUL. */
  readonly text: () => string;
}

export interface ReadRangeSettings {
  readonly firstRow: number;
  readonly signal?: AbortSignal;
  readonly pieceBytes?: number;
  readonly recordsAtOnce?: number;
}

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
export async function* readRange(
  stream: AsyncIterable<Buffer>,
  format: FileFormat,
  { firstRow, signal, pieceBytes = PIECE_BYTES, recordsAtOnce = RECORDS_AT_ONCE }: ReadRangeSettings,
): AsyncGenerator<RawRow[]> {
  const splitter = createRecordSplitter(format);
  const parse = createRecordParser(format);
  let rowNumber = firstRow;
  for await (const { buffer } of dealPieces(stream, splitter, pieceBytes, signal)) {
    for (let isDrained = false; !isDrained;) {
      const records = takeRecords(splitter, recordsAtOnce);
      isDrained = records.length < recordsAtOnce;
      if (records.length > 0) yield parse(buffer, records, rowNumber);
      rowNumber += records.length;
    }
    await setImmediate();
  }
}

/** Fewer than `most` when the splitter is drained: it must not be asked again before it is fed. */
function takeRecords(splitter: RecordSplitter, most: number): RecordBounds[] {
  const records: RecordBounds[] = [];
  while (records.length < most && splitter.next()) records.push({ ...splitter.record });
  return records;
}
