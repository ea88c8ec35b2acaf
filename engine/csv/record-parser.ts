import { isAscii, isUtf8 } from 'node:buffer';
import type { Options } from 'csv-parse/sync';
import { parse } from 'csv-parse/sync';
import { BOUNDS } from '../domain/bounds.ts';
import { decodeText, isLatin1 } from './decode.ts';
import type { FileFormat, RecordBounds } from './splitter.ts';

/** A row of the source as parsed, before its values are checked. */
export interface RawRow {
  readonly rowNumber: number;
  /** The decoded fields. Of a malformed row those before the one that spoils it, then perhaps an empty one. */
  readonly fields: readonly string[];
  /** Why the row can't be imported, as a sentence; null when it is fine so far. */
  readonly error: string | null;
  /** The record as it stands in the file, decoded, without its line break; free of NUL. */
  readonly text: () => string;
}

/** Parses records that follow one another in `bytes`; the first one is row number `firstRow`. */
export type RecordParser = (bytes: Buffer, records: readonly RecordBounds[], firstRow: number) => RawRow[];

/** A malformed record can't be imported again as it stands, so its text may be cut; a sound one never is. */
const MALFORMED_TEXT_BYTES = BOUNDS.malformedText.max;
const MOST_COLUMNS = BOUNDS.importColumns.max;
const COLUMNS_PROBLEM = `The row has more than ${MOST_COLUMNS} columns.`;

const LINE_BREAK = Buffer.from('\n');

/**
 * Creates the parser of a format. A record without an enclosure is what stands between its separators, which costs a
 * sixth of csv-parse's time (measured); csv-parse takes the others.
 */
export function createRecordParser(format: FileFormat): RecordParser {
  const latin1 = isLatin1(format);
  const separator = format.csv_field_separator;
  const parseEnclosed = enclosedParser(format);

  return (bytes, records, firstRow) => {
    const enclosed = parseEnclosed(bytes, records);
    const { textOf, isClean } = readerOf(bytes, records, latin1);
    let taken = 0;

    const fieldsOf = (record: RecordBounds): readonly string[] => {
      if (isPlain(record)) return columnsOf(record);
      if (!hasWholeFields(record)) return [];
      const fields = enclosed[taken++];
      if (fields === undefined) throw new Error('The CSV parser found fewer records than the splitter.');
      return fields;
    };
    const columnsOf = (record: RecordBounds) =>
      record.end - record.start < MOST_COLUMNS
        ? textOf(record).split(separator)
        : textOf(record).split(separator, MOST_COLUMNS + 1);
    const rows = records.map((record, index): RawRow => {
      const { start, end } = record;
      const fields = fieldsOf(record);
      const problem = record.problem ?? (fields.length > MOST_COLUMNS ? COLUMNS_PROBLEM : null);
      return {
        rowNumber: firstRow + index,
        fields,
        error: problem ?? (isClean ? null : byteProblem(bytes.subarray(start, end), latin1)),
        text: textReader(bytes, record, format),
      };
    });
    if (taken !== enclosed.length) throw new Error('The CSV parser found more records than the splitter.');
    return rows;
  };
}

/** Creates the reader of records as text alone. */
export function createRecordReader(format: FileFormat) {
  return (bytes: Buffer, records: readonly RecordBounds[], firstRow: number): Pick<RawRow, 'rowNumber' | 'text'>[] =>
    records.map((record, index) => ({ rowNumber: firstRow + index, text: textReader(bytes, record, format) }));
}

function textReader(bytes: Buffer, { start, end, problem }: RecordBounds, format: FileFormat): () => string {
  return () => decodeText(bytes.subarray(start, end), format, problem === null ? undefined : MALFORMED_TEXT_BYTES);
}

function enclosedParser(format: FileFormat): (bytes: Buffer, records: readonly RecordBounds[]) => string[][] {
  const options: Options = {
    delimiter: format.csv_field_separator,
    quote: format.csv_field_enclosure,
    escape: format.csv_field_enclosure,
    record_delimiter: ['\r\n', '\n'],
    encoding: isLatin1(format) ? 'latin1' : 'utf8',
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  };
  return (bytes, records) => {
    const parts = records
      .filter((record) => !isPlain(record) && hasWholeFields(record))
      .flatMap(({ start, next, problem, intactEnd }) =>
        problem === null ? [bytes.subarray(start, next)] : [bytes.subarray(start, intactEnd), LINE_BREAK],
      );
    return parts.length > 0 ? parse(Buffer.concat(parts), options) : [];
  };
}

function isPlain({ hasEnclosure, problem }: RecordBounds): boolean {
  return !hasEnclosure && problem === null;
}

function hasWholeFields({ start, problem, intactEnd }: RecordBounds): boolean {
  return problem === null || intactEnd > start;
}

/** Reads the records as text, of one decoded whole where a byte is a character; `isClean` when none can have a byte problem. */
function readerOf(bytes: Buffer, records: readonly RecordBounds[], latin1: boolean) {
  const from = records[0]?.start ?? 0;
  const all = bytes.subarray(from, records.at(-1)?.next);
  const isClean = !all.includes(0) && (latin1 || isUtf8(all));
  if (!latin1 && !isAscii(all)) {
    return { isClean, textOf: ({ start, end }: RecordBounds) => bytes.toString('utf8', start, end) };
  }
  const text = all.toString('latin1');
  return { isClean, textOf: ({ start, end }: RecordBounds) => text.slice(start - from, end - from) };
}

function byteProblem(bytes: Buffer, latin1: boolean): string | null {
  if (bytes.includes(0)) return 'The row contains a NUL byte.';
  return latin1 || isUtf8(bytes) ? null : 'The row is not valid UTF-8.';
}
