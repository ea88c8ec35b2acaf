import { objectOf } from './values.ts';
import { escapeFormulas } from './escape-formulas.ts';
import type { CellMarks } from './escape-formulas.ts';
import { queryChoice, queryFlag } from './query.ts';
import type { Query } from './query.ts';

/** Query parameters of a file that is opened in a spreadsheet. */
export const spreadsheetQuery = objectOf({
  bom: queryFlag.describe('Whether the file begins with a byte order mark, which tells spreadsheets that it is UTF-8.'),
  formulas: queryChoice(['keep', 'escape'], 'keep').describe(
    '"escape" puts an apostrophe before each cell that begins with = + - @, a tab or a carriage return, including numbers.',
  ),
});

/** The parameters as a call sends them. */
export type SpreadsheetChoice = Query<typeof spreadsheetQuery>;

/** The marks of a log with an address in each line: no address has them. */
export const ONE_COLUMN: CellMarks = { csv_field_separator: ',', csv_field_enclosure: '"' };

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Applies the options of the call, a byte order mark and escaped formulas, to a file in UTF-8. */
export async function* forSpreadsheet(
  file: AsyncIterable<Uint8Array>,
  { bom, formulas }: SpreadsheetChoice,
  marks: CellMarks,
): AsyncGenerator<Uint8Array> {
  if (bom) yield BYTE_ORDER_MARK;
  yield* formulas === 'escape' ? escapeFormulas(file, marks) : file;
}

/** Returns the number of bytes that will be sent; null when it is known only at the end. */
export function bytesForSpreadsheet(bytes: number, { bom, formulas }: SpreadsheetChoice): number | null {
  if (formulas === 'escape') return null;
  return bytes + (bom ? BYTE_ORDER_MARK.length : 0);
}
