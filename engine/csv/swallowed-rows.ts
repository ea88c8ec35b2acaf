import { BOUNDS } from '../domain/bounds.ts';
import { readAddresses } from '../values/addresses-in-text.ts';
import { readEmailCell } from '../values/email-cell.ts';
import { emailKey } from '../values/subscriber-key.ts';
import { hasOtherWidth } from './row-width.ts';
import type { RawRow } from './record-parser.ts';
import type { FileFormat } from './splitter.ts';

/** A record that holds other rows of its file within a field. */
interface Swallowed {
  readonly error: string;
  /** The text of each row, the first one the record's own. */
  readonly rows: readonly string[];
}

const LINE_BREAK = /\r\n|\n|\r/;
/** In fewer columns, a line of a note can look like a row: one of several lines proves nothing. */
const PROVING_COLUMNS = 3;
/** So many lines that look like rows prove it in two columns. */
const PROVING_ROWS = 2;
const MOST_ROWS = BOUNDS.rowsInRecord.max;

/**
 * Compiles the function that finds other people's rows within a record of several lines: an enclosure that was not closed, or
 * an apostrophe that was taken for one, makes a field of them. They show as addresses after a line break in a field of
 * a single line, or as a line with the columns of the file and an address; in a file of two columns as two such lines, or as nothing
 * but one. `names` has what each column is mapped to, if
 * that has a single line; null for all others.
 */
export function compileSwallowed(
  format: FileFormat,
  names: readonly (string | null)[],
): (raw: RawRow) => Swallowed | null {
  const emailColumn = names.indexOf('email');
  const emailOf = (cells: readonly string[]) => keyOf(readEmailCell((cells[emailColumn] ?? '').trim()));
  /** Whether a line has the columns of the file, and the address of another person. */
  const isRow = (line: string, own: string | null) => {
    const cells = line.split(format.csv_field_separator);
    const email = hasOtherWidth(cells, names.length) ? null : emailOf(cells);
    return email !== null && email !== own;
  };

  const holdsRows = (lines: readonly string[], own: string | null) => {
    if (names.length >= PROVING_COLUMNS) return lines.some((line) => isRow(line, own));
    if (names.length < 2) return false;
    const filled = lines.filter((line) => line.trim() !== '');
    const rows = filled.filter((line) => isRow(line, own)).length;
    return rows > 0 && (rows >= PROVING_ROWS || rows === filled.length);
  };

  return ({ fields, text }) => {
    const own = emailOf(fields);
    const isFull = (cell: string, column: number) =>
      (names[column] ?? null) !== null &&
      LINE_BREAK.test(cell.trim()) &&
      readAddresses(cell).some((address) => keyOf(address) !== own);
    const column = fields.findIndex(isFull);
    const lines = text().split(LINE_BREAK);
    if (column < 0 && !holdsRows(lines.slice(1), own)) return null;
    const name = names[column] ?? 'A field';
    return {
      error: `${name} holds line breaks and rows of other people: a quotation mark is missing, or there is one too many`,
      rows: rowsOf(lines),
    };
  };
}

function keyOf(address: string | null): string | null {
  return address === null ? null : emailKey(address);
}

/** The lines of a record as rows: one with an address begins a row, the others go on with it. */
function rowsOf(lines: readonly string[]): string[] {
  const rows: string[][] = [];
  for (const line of lines) {
    const last = rows.at(-1);
    if (last === undefined || (rows.length < MOST_ROWS && readAddresses(line).length > 0)) rows.push([line]);
    else last.push(line);
  }
  return rows.map((row) => row.join('\n'));
}
