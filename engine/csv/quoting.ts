import { BLANKS_OR_SEPARATORS } from '../domain/field-separators.ts';
import { readEmailCell } from '../values/email-cell.ts';
import { cutFields } from './cut-fields.ts';
import type { FileFormat } from './splitter.ts';

/** Quotes of a source that are no enclosures of its fields as CSV has them: around whole rows, or curly ones around fields. */
export type Quoting = NonNullable<FileFormat['quoting']>;

/** The marks by which quotes are judged. */
type Marks = Pick<FileFormat, 'csv_field_separator' | 'csv_field_enclosure'>;

/** A finding, with the share of the lines that agree on it. */
export interface FoundQuoting {
  readonly quoting: Quoting;
  readonly agreement: number;
  /** Their usual number of fields. */
  readonly columns: number;
}

const COMPARED_LINES = 200;
const LINE_BREAK = /\r\n|\n|\r/;
const HINT = /^"?sep=/i;
const MOST_FIELDS = 2_001;

/** Finds such quotes in the first lines of a source; null where its fields are enclosed as they should be, or not at all. */
export function findQuoting(text: string, marks: Marks): FoundQuoting | null {
  if (!text.includes(marks.csv_field_enclosure) && !CURLY.test(text)) return null;
  const lines = text
    .replace(/^\ufeff/, '')
    .split(LINE_BREAK, COMPARED_LINES)
    .filter((line, at) => line.trim() !== '' && !(at === 0 && HINT.test(line)));
  return quotedRows(lines, marks) ?? curlyFields(lines, marks);
}

/** Compiles the function that writes the lines of a source as CSV has them; null for one without such quotes. */
export function compilePlainQuotes({ quoting, ...marks }: FileFormat): ((lines: string) => string) | null {
  if (quoting === undefined) return null;
  return quoting === 'rows' ? compileUnwrap(marks) : compileStraighten(marks);
}

function quotedRows(lines: readonly string[], marks: Marks): FoundQuoting | null {
  const unwrap = compileUnwrap(marks);
  // A cell that is an address with its name, which may have separators, is a cell.
  const read = lines.map((line) => {
    const row = unwrap(line);
    return { isQuoted: row !== line && readEmailCell(row.trim()) === null, width: widthOf(row, marks) };
  });
  const quoted = read.filter(({ isQuoted }) => isQuoted);
  const width = usual(quoted.map((row) => row.width));
  if (width < 2 || read[0]?.width !== width) return null;
  const agreement = read.filter((row) => row.width === width).length / read.length;
  return agreement > 0.5 ? { quoting: 'rows', agreement, columns: width } : null;
}

function curlyFields(lines: readonly string[], marks: Marks): FoundQuoting | null {
  const straighten = compileStraighten(marks);
  const straight = lines.map((line) => straighten(line));
  if (straight.every((line, at) => line === lines[at])) return null;
  const [before, after] = [lines, straight].map((each) => agreementOf(each, marks));
  if (before === undefined || after === undefined) return null;
  const first = cutFields(lines[0] ?? '', marksOf(marks));
  const isHeaderEnclosed = first.length > 1 && first.every((cell) => WHOLE_CELL.test(cell.trim()));
  return after.agreement > before.agreement || isHeaderEnclosed ? { quoting: 'curly', ...after } : null;
}

const CURLY = /[“”„«»]/;
const WHOLE_CELL = /^[“”„«].*[“”»]$/;

/** The share of lines that have the usual number of fields, if that is more than one. */
function agreementOf(lines: readonly string[], marks: Marks): Omit<FoundQuoting, 'quoting'> {
  const widths = lines.map((line) => widthOf(line, marks));
  const width = usual(widths);
  const agreeing = width < 2 ? 0 : widths.filter((each) => each === width).length;
  return { agreement: agreeing / widths.length, columns: width };
}

function usual(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

function widthOf(line: string, marks: Marks): number {
  return cutFields(line, marksOf(marks)).length;
}

function marksOf({ csv_field_separator: separator, csv_field_enclosure: enclosure }: Marks) {
  return { separator, enclosure, mostFields: MOST_FIELDS };
}

/** Takes the quotes off lines that are enclosed as a whole, perhaps with separators behind them, and have several fields. */
function compileUnwrap({ csv_field_separator: separator, csv_field_enclosure: quote }: Marks) {
  const whole = new RegExp(
    `^(\\ufeff?)[ \\t]*${quote}((?:[^${quote}\\r\\n]|${quote}${quote})*)${quote}[${BLANKS_OR_SEPARATORS}]*(\\r?)$`,
    'gm',
  );
  return (lines: string): string =>
    lines.replace(whole, (line, mark: string, row: string, end: string) =>
      row.includes(separator) ? mark + row.replaceAll(quote + quote, quote) + end : line,
    );
}

/** Puts straight quotes in place of curly ones that enclose fields. */
function compileStraighten({ csv_field_separator: separator, csv_field_enclosure: quote }: Marks) {
  const mark = separator === '|' || separator === '^' ? `\\${separator}` : separator;
  const field = new RegExp(`(^\\ufeff?|${mark})[ \\t]*[“”„«]([^“”„«»\\r\\n]*)[“”»](?=[ \\t]*(?:${mark}|\\r?$))`, 'gm');
  return (lines: string): string =>
    lines.replace(
      field,
      (_, before: string, text: string) => before + quote + text.replaceAll(quote, quote + quote) + quote,
    );
}
