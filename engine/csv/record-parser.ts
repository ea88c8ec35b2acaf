import { isAscii, isUtf8 } from 'node:buffer';
import { BOUNDS } from '../domain/bounds.ts';
import { cutFields } from './cut-fields.ts';
import { cutText } from './decode.ts';
import { formulaText } from './formulas.ts';
import { isPlainText } from './source-text.ts';
import type { FileFormat, RecordBounds } from './splitter.ts';

/** A row of the source as parsed, before its values are checked. */
export interface RawRow {
  readonly rowNumber: number;
  /** The decoded fields. Of a malformed row those before the one that spoils it, then perhaps an empty one. */
  readonly fields: readonly string[];
  /** Reason why the row cannot be imported, as a sentence; null when it is fine so far. */
  readonly error: string | null;
  /** The record as it stands in the file, decoded, without its line break; free of NUL. */
  readonly text: () => string;
  /** Whether `text` gives the beginning of the record only. */
  readonly isCut?: boolean;
  /** Whether a field holds a line break. */
  readonly hasLineBreak?: boolean;
  /** Indexes of the fields that are the text of a formula; none of most rows. */
  readonly formulas?: readonly number[];
}

/** Parses records that follow one another in `bytes`, as text in UTF-8; the first one is row number `firstRow`. */
export type RecordParser = (bytes: Buffer, records: readonly RecordBounds[], firstRow: number) => RawRow[];

/** A malformed record can't be imported again as it stands, so its text may be cut; a sound one never is. */
const MALFORMED_TEXT_BYTES = BOUNDS.malformedText.max;
const MOST_COLUMNS = BOUNDS.importColumns.max;
const COLUMNS_PROBLEM = `The row has more than ${MOST_COLUMNS} columns.`;

const LF = 10;
const CR = 13;

/** Creates the parser of a format. A record without an enclosure is what stands between its separators. */
export function createRecordParser(format: FileFormat): RecordParser {
  const problemOf = byteProblems(format);
  const { csv_field_separator: separator, csv_field_enclosure: enclosure } = format;
  const marks = { separator, enclosure, mostFields: MOST_COLUMNS + 1 };
  // Cells of a workbook are values: a formula has become its own.
  const hasQuotes = ({ hasEnclosure }: RecordBounds) => format.workbook !== true && (hasEnclosure || enclosure !== '"');

  return (bytes, records, firstRow) => {
    const { textOf, isClean } = readerOf(bytes, records, problemOf);

    const fieldsOf = (record: RecordBounds): readonly string[] => {
      if (isPlain(record)) return columnsOf(record);
      const end = record.problem === null ? record.end : record.intactEnd;
      return end > record.start ? cutFields(textOf({ ...record, end }), marks) : [];
    };
    const columnsOf = (record: RecordBounds) =>
      record.end - record.start < MOST_COLUMNS
        ? textOf(record).split(separator)
        : textOf(record).split(separator, MOST_COLUMNS + 1);
    return records.map((record, index): RawRow => {
      const { start, end } = record;
      const written = fieldsOf(record);
      const formulas = hasQuotes(record) ? formulasOf(written) : NO_FORMULAS;
      const fields = formulas.length === 0 ? written : written.map((field) => formulaText(field) ?? field);
      const problem = record.problem ?? (fields.length > MOST_COLUMNS ? COLUMNS_PROBLEM : null);
      return {
        rowNumber: firstRow + index,
        fields,
        error: problem ?? (isClean ? null : problemOf(bytes.subarray(start, end))),
        text: textReader(bytes, record),
        isCut: record.problem !== null && end - start > MALFORMED_TEXT_BYTES,
        formulas,
        hasLineBreak: record.hasEnclosure && record.problem === null && hasLineBreak(bytes.subarray(start, end)),
      };
    });
  };
}

/** Creates the reader of records as text alone. */
export function createRecordReader() {
  return (bytes: Buffer, records: readonly RecordBounds[], firstRow: number): Pick<RawRow, 'rowNumber' | 'text'>[] =>
    records.map((record, index) => ({ rowNumber: firstRow + index, text: textReader(bytes, record) }));
}

function textReader(bytes: Buffer, { start, end, problem }: RecordBounds): () => string {
  return () => cutText(bytes.subarray(start, end), problem === null ? undefined : MALFORMED_TEXT_BYTES);
}

const NO_FORMULAS: readonly number[] = [];

function formulasOf(fields: readonly string[]): readonly number[] {
  return fields.flatMap((field, at) => (formulaText(field) === null ? [] : [at]));
}

function hasLineBreak(record: Buffer): boolean {
  return record.includes(LF) || record.includes(CR);
}

function isPlain({ hasEnclosure, problem }: RecordBounds): boolean {
  return !hasEnclosure && problem === null;
}

/** Reads the records as text, of one decoded whole where a byte is a character; `isClean` when none can have a byte problem. */
function readerOf(bytes: Buffer, records: readonly RecordBounds[], problemOf: (bytes: Buffer) => string | null) {
  const from = records[0]?.start ?? 0;
  const all = bytes.subarray(from, records.at(-1)?.next);
  const isClean = problemOf(all) === null;
  if (!isAscii(all)) {
    return { isClean, textOf: ({ start, end }: RecordBounds) => bytes.toString('utf8', start, end) };
  }
  const text = all.toString('latin1');
  return { isClean, textOf: ({ start, end }: RecordBounds) => text.slice(start - from, end - from) };
}

const REPLACEMENT = Buffer.from('\ufffd');

/**
 * Creates the check of the bytes of a record, which returns the problem, or null. Text that was decoded is UTF-8, and has U+FFFD
 * where bytes had no meaning.
 */
function byteProblems(format: FileFormat): (bytes: Buffer) => string | null {
  const { character_set } = format;
  const isDecoded = !isPlainText(format);
  return (bytes) => {
    if (bytes.includes(0)) return 'The row contains a NUL byte.';
    const isValid = isDecoded ? !bytes.includes(REPLACEMENT) : isUtf8(bytes);
    return isValid ? null : `The row is not valid ${isDecoded ? character_set : 'UTF-8'}.`;
  };
}
