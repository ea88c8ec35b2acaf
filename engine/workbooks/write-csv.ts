import { BOUNDS } from '../domain/bounds.ts';
import type { FileFormat } from '../csv/splitter.ts';

/** The marks of the CSV that is written. */
export type CsvMarks = Pick<FileFormat, 'csv_field_separator' | 'csv_field_enclosure'>;

/** A row as texts. */
export interface TextRow {
  /** From 1, as the spreadsheet program numbers it. */
  readonly number: number;
  /** Those with a text, by their columns, which count from 0. */
  readonly cells: readonly { readonly column: number; readonly text: string }[];
}

/** Writes the rows of a sheet as CSV, a line for each row. */
export interface CsvWriter {
  /** The text of a row, after that of rows before it; '' while it is not known how wide the table is. */
  add(row: TextRow): string;
  /** The text of the rows that are left. */
  end(): string;
}

/** Rows among which the widest says how many columns the table has: the header, below the lines above it. */
const FIRST_ROWS = BOUNDS.skippedLines.max + 1;
const FIRST_CELLS = 100_000;
const MOST_FIELDS = BOUNDS.importColumns.max + 1;

/**
 * Creates the writer of a table. Each row has as many fields as the table has columns, and more only where it has more; one without
 * a value is an empty line, so that records and empty lines count as the rows of the sheet do. `columns` is null where the widest of the
 * first rows decides.
 */
export function createCsvWriter(
  { csv_field_separator: separator, csv_field_enclosure: enclosure }: CsvMarks,
  columns: number | null,
): CsvWriter {
  const fieldOf = (text: string): string => {
    const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    if (!lines.includes(separator) && !lines.includes(enclosure) && !lines.includes('\n')) return lines;
    return enclosure + lines.replaceAll(enclosure, enclosure + enclosure) + enclosure;
  };
  let width = columns;
  let held: TextRow[] = [];
  let heldCells = 0;
  let written = 0;

  const lineOf = ({ number, cells }: TextRow, most: number): string => {
    let line = '\n'.repeat(number - 1 - written);
    written = number;
    let at = 0;
    for (const { column, text } of cells) {
      const field = Math.min(column, MOST_FIELDS - 1);
      line += separator.repeat(field - at) + fieldOf(text);
      at = field;
      // With one field more the record fails alone, whatever follows.
      if (column >= MOST_FIELDS - 1) break;
    }
    return line + separator.repeat(Math.max(0, most - 1 - at)) + '\n';
  };
  const flush = (): string => {
    const most = (width ??= Math.max(0, ...held.map(widthOf)));
    const text = held.map((row) => lineOf(row, most)).join('');
    held = [];
    return text;
  };
  return {
    add: (row) => {
      if (row.cells.length === 0) return '';
      if (width !== null) return lineOf(row, width);
      held.push(row);
      heldCells += row.cells.length;
      return held.length < FIRST_ROWS && heldCells < FIRST_CELLS ? '' : flush();
    },
    end: flush,
  };
}

function widthOf({ cells }: TextRow): number {
  return Math.min(MOST_FIELDS, (cells.at(-1)?.column ?? -1) + 1);
}
