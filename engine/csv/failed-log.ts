import { BOUNDS } from '../domain/bounds.ts';
import { cutFields } from './cut-fields.ts';
import { textFormat } from './source-text.ts';
import { createRecordParser } from './record-parser.ts';
import type { RawRow } from './record-parser.ts';
import type { FailedRowOutcome } from './row-plan.ts';
import { createRecordSplitter } from './splitter.ts';
import type { FileFormat } from './splitter.ts';

/** A line of the failed log, and what of the row it does not say. */
export interface FailedLine {
  readonly line: string;
  /** The records of the source count from 1, without the header. */
  readonly rowNumber: number;
  /** Characters of the row's own text, with which the line begins. */
  readonly textLength: number;
  /** Whether the row is within a record whose line precedes it, and which alone is counted. */
  readonly isInner?: boolean;
}

/** A row of the failed log as its reader sees it. */
export interface FailedRow {
  /** Null: no row, but a note about the rows that the log has not. */
  readonly rowNumber: number | null;
  /** Its cells; of a malformed row what stands between its separators. */
  readonly fields: readonly string[];
  readonly reason: string;
}

/** The line of a row in the failed log. */
export function failedLine(
  { rowNumber, text }: { readonly rowNumber: number; readonly text: string },
  reason: string,
  format: FileFormat,
): FailedLine {
  return { line: formatFailedRow(text, reason, format), rowNumber, textLength: text.length };
}

/**
 * The same line with its reason behind the columns of the file: blank cells are added where its row has fewer, and those at its end
 * are removed where it has more. Behind other surplus cells the reason stays the last one, so that it moves into its column when they
 * are removed.
 */
export function fitLine(failed: FailedLine, columns: number, format: FileFormat): FailedLine {
  const { csv_field_enclosure: enclosure, csv_field_separator: separator } = format;
  const text = failed.line.slice(0, failed.textLength);
  const fields = cutFields(text, { separator, enclosure, mostFields: columns + MOST_SURPLUS });
  const fitted = fields.length > columns ? withoutSurplus(text, fields.length - columns, separator) : text;
  const missing = Math.max(0, columns - fields.length);
  return {
    ...failed,
    line: fitted + separator.repeat(missing) + failed.line.slice(failed.textLength),
    textLength: fitted.length,
  };
}

/** So many blank cells at the end of a row are removed. */
const MOST_SURPLUS = 100;

/** A row without so many cells at its end, when they are blank; else the row. */
function withoutSurplus(text: string, surplus: number, separator: string): string {
  const shorter = text.slice(0, -surplus);
  return text.endsWith(separator.repeat(surplus)) ? shorter : text;
}

/** The lines of a failed record: one, or one of each row that it holds. */
export function failedLines(
  { rowNumber, text }: Pick<RawRow, 'rowNumber' | 'text'>,
  { error, rows }: Pick<FailedRowOutcome, 'error' | 'rows'>,
  format: FileFormat,
): FailedLine[] {
  const [own = '', ...inner] = rows ?? [text()];
  const reason = `The row is within a field of ${format.workbook === true ? 'the row above' : `row ${rowNumber}`}.`;
  return [
    failedLine({ rowNumber, text: own }, error, format),
    ...inner.map((row) => ({ ...failedLine({ rowNumber, text: row }, reason, format), isInner: true })),
  ];
}

/** Counts the records that the lines belong to. */
export function countRows(lines: readonly FailedLine[]): number {
  return lines.reduce((count, { isInner }) => (isInner === true ? count : count + 1), 0);
}

/** Counts the lines of rows within a failed record. */
export function countSwallowed(lines: readonly FailedLine[]): number {
  return lines.length - countRows(lines);
}

/**
 * A line of the failed log: the row's original text and, as its last column, the reason. Where the text is a well-formed
 * record, so is the line; a malformed one is left as it stands.
 */
export function formatFailedRow(text: string, error: string, format: FileFormat): string {
  const { csv_field_enclosure: enclosure, csv_field_separator: separator } = format;
  return `${text}${separator}${enclosure}${error.replaceAll(enclosure, enclosure + enclosure)}${enclosure}\n`;
}

/** Name of the last column of a failed log, which has the reasons. */
export const REASON_COLUMN = 'Error';

/** The failed log's first line: the file's own header and the name of the column of reasons. */
export function formatFailedHeader(headerText: string, format: FileFormat): string {
  return `${headerText}${format.csv_field_separator}${REASON_COLUMN}\n`;
}

/** A line of the failed log that is no row: its cells are empty but the last one, which has the text. */
export function formatFailedNote(text: string, columns: number, format: FileFormat): string {
  return formatFailedRow(format.csv_field_separator.repeat(Math.max(0, columns - 1)), text, format);
}

/** The columns of a file, of the first line of its failed log. */
export function readFailedHeader(line: string, format: FileFormat): readonly string[] {
  return fieldsOf(line.slice(0, -formatFailedHeader('', format).length), format);
}

/** Reads lines of the failed log back: their own text says neither where a malformed row ends nor which row it is. */
export function* readFailedLines(
  lines: string,
  { rowNumbers, textLengths }: { readonly rowNumbers: readonly number[]; readonly textLengths: readonly number[] },
  format: FileFormat,
): Generator<FailedRow> {
  const { csv_field_enclosure: enclosure, csv_field_separator: separator } = format;
  const pair = enclosure + enclosure;
  const read = compileFields(format);
  let at = 0;
  for (const [index, rowNumber] of rowNumbers.entries()) {
    const text = lines.slice(at, at + (textLengths[index] ?? 0));
    let opens = at + text.length;
    while (lines.startsWith(separator, opens)) opens += separator.length;
    let closes = lines.indexOf(enclosure, opens + 1);
    while (lines.charAt(closes + 1) === enclosure) closes = lines.indexOf(enclosure, closes + 2);
    const reason = lines.slice(opens + 1, closes).replaceAll(pair, enclosure);
    yield { rowNumber, fields: read(text), reason };
    at = closes + pair.length;
  }
}

/** The cells of a row that is kept as text. */
export function fieldsOf(text: string, format: FileFormat): readonly string[] {
  return compileFields(format)(text);
}

/** Compiles the function that reads the cells of rows that are kept as text. */
function compileFields(format: FileFormat): (text: string) => readonly string[] {
  const { csv_field_separator: separator, csv_field_enclosure: enclosure } = format;
  const kept = textFormat(format);
  const parse = createRecordParser(kept);
  return (text) => {
    if (text.length < PLAIN_CHARACTERS && !UNPLAIN.test(text) && !text.includes(enclosure))
      return text.split(separator);
    const bytes = Buffer.from(text);
    const splitter = createRecordSplitter(kept);
    splitter.feed(bytes, true);
    if (!splitter.next() || splitter.record.problem !== null) return text.split(separator);
    return parse(bytes, [splitter.record], 1)[0]?.fields ?? [];
  };
}

/** So many characters have no more cells than a row may have. */
const PLAIN_CHARACTERS = BOUNDS.importColumns.max;
/** Characters that more than the separators depends on: quotes, also of formulas, line breaks, and the mark at the end of a file. */
const UNPLAIN = /["\r\n\u001a]/;
