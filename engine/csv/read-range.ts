import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import type { Options } from 'csv-parse/sync';
import { parse } from 'csv-parse/sync';
import { decodeText, isLatin1 } from './decode.ts';
import { dealPieces } from './pieces.ts';
import type { FileFormat, RecordBounds } from './splitter.ts';
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
}

/** Parsing a piece of this size takes a few milliseconds, so heartbeats go out in time; larger ones are no faster. */
const PIECE_BYTES = 131_072;

/** A malformed record can't be imported again as it stands, so its text may be cut; a sound one never is. */
const MALFORMED_TEXT_BYTES = 65_536;

const LINE_BREAK = Buffer.from('\n');

/**
 * Parses the bytes of one scanned range into rows, one array for each piece, in flat memory.
 * @throws the signal's reason once it is aborted.
 */
export async function* readRange(
  stream: AsyncIterable<Buffer>,
  format: FileFormat,
  { firstRow, signal, pieceBytes = PIECE_BYTES }: ReadRangeSettings,
): AsyncGenerator<RawRow[]> {
  const splitter = createRecordSplitter(format);
  const parsePiece = createPieceParser(format);
  let rowNumber = firstRow;
  for await (const { buffer } of dealPieces(stream, splitter, pieceBytes, signal)) {
    const bounds: RecordBounds[] = [];
    while (splitter.next()) bounds.push({ ...splitter.record });
    if (bounds.length === 0) continue;
    yield parsePiece(buffer, bounds, rowNumber);
    rowNumber += bounds.length;
    await setImmediate();
  }
}

function createPieceParser(format: FileFormat): (buffer: Buffer, bounds: RecordBounds[], firstRow: number) => RawRow[] {
  const latin1 = isLatin1(format);
  const options: Options = {
    delimiter: format.csv_field_separator,
    quote: format.csv_field_enclosure,
    escape: format.csv_field_enclosure,
    record_delimiter: ['\r\n', '\n'],
    encoding: latin1 ? 'latin1' : 'utf8',
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  };

  return (buffer, bounds, firstRow) => {
    const bytes = intactBytes(buffer, bounds);
    const records = bytes.length > 0 ? parse(bytes, options) : [];
    const clean = !bytes.includes(0) && (latin1 || isUtf8(bytes));
    let taken = 0;
    const rows = bounds.map((record, index): RawRow => {
      const { start, end, problem } = record;
      const fields = hasIntactFields(record) ? records[taken++] : [];
      if (fields === undefined) throw new Error('The CSV parser found fewer records than the splitter.');
      const error = problem ?? (clean ? null : byteProblem(buffer.subarray(start, end), latin1));
      const text = () =>
        decodeText(buffer.subarray(start, end), format, problem === null ? undefined : MALFORMED_TEXT_BYTES);
      return { rowNumber: firstRow + index, fields, error, text };
    });
    if (taken !== records.length) throw new Error('The CSV parser found more records than the splitter.');
    return rows;
  };
}

/** What the parser may see: the piece itself when all of it is well-formed, else a copy without the broken fields. */
function intactBytes(buffer: Buffer, bounds: RecordBounds[]): Buffer {
  const first = bounds[0];
  const last = bounds.at(-1);
  if (first === undefined || last === undefined) return Buffer.alloc(0);
  if (bounds.every(({ problem }) => problem === null)) return buffer.subarray(first.start, last.next);
  return Buffer.concat(
    bounds
      .filter(hasIntactFields)
      .flatMap(({ start, next, problem, intactEnd }) =>
        problem === null ? [buffer.subarray(start, next)] : [buffer.subarray(start, intactEnd), LINE_BREAK],
      ),
  );
}

function hasIntactFields({ start, problem, intactEnd }: RecordBounds): boolean {
  return problem === null || intactEnd > start;
}

function byteProblem(bytes: Buffer, latin1: boolean): string | null {
  if (bytes.includes(0)) return 'The row contains a NUL byte.';
  return latin1 || isUtf8(bytes) ? null : 'The row is not valid UTF-8.';
}
