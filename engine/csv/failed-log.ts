import { createRecordParser } from './record-parser.ts';
import { createRecordSplitter } from './splitter.ts';
import type { FileFormat } from './splitter.ts';

/** A line of the failed log, and what of the row it does not say. */
export interface FailedLine {
  readonly line: string;
  /** The records of the source count from 1, without the header. */
  readonly rowNumber: number;
  /** Characters of the row's own text, with which the line begins. */
  readonly textLength: number;
}

/** A row of the failed log as its reader sees it. */
export interface FailedRow {
  readonly rowNumber: number;
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
 * A line of the failed log: the row's original text and, as its last column, the reason. Where the text is a well-formed
 * record, so is the line; a malformed one is left as it stands.
 */
export function formatFailedRow(text: string, error: string, format: FileFormat): string {
  const { csv_field_enclosure: enclosure, csv_field_separator: separator } = format;
  return `${text}${separator}${enclosure}${error.replaceAll(enclosure, enclosure + enclosure)}${enclosure}\n`;
}

/** The failed log's first line: the file's own header with a last column `Error`. */
export function formatFailedHeader(headerText: string, format: FileFormat): string {
  return `${headerText}${format.csv_field_separator}Error\n`;
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
  let at = 0;
  for (const [index, rowNumber] of rowNumbers.entries()) {
    const text = lines.slice(at, at + (textLengths[index] ?? 0));
    const opens = at + text.length + separator.length;
    let closes = lines.indexOf(enclosure, opens + 1);
    while (lines.charAt(closes + 1) === enclosure) closes = lines.indexOf(enclosure, closes + 2);
    const reason = lines.slice(opens + 1, closes).replaceAll(pair, enclosure);
    yield { rowNumber, fields: fieldsOf(text, format), reason };
    at = closes + pair.length;
  }
}

/** The cells of a row that is kept as text. */
export function fieldsOf(text: string, format: FileFormat): readonly string[] {
  const kept = { ...format, character_set: 'UTF-8' };
  const bytes = Buffer.from(text);
  const splitter = createRecordSplitter(kept);
  splitter.feed(bytes, true);
  if (!splitter.next() || splitter.record.problem !== null) return text.split(format.csv_field_separator);
  return createRecordParser(kept)(bytes, [splitter.record], 1)[0]?.fields ?? [];
}
