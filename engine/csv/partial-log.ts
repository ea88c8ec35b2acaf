import { EXTENSION_BOUNDS } from '../domain/extension-bounds.ts';
import { sheetRowOf } from '../domain/sheet-rows.ts';
import { storableText } from '../domain/storable-text.ts';
import type { FailedLine } from './failed-log.ts';
import type { BlankCell } from './row-plan.ts';
import type { FileFormat } from './splitter.ts';

/** Columns of the partial log. */
const COLUMNS = ['Row', 'Email', 'Column', 'Field', 'Value', 'Error'] as const;
export const PARTIAL_LOG_COLUMNS = COLUMNS.length;

/** The first line of the partial log. */
export function formatPartialHeader({ csv_field_separator: separator }: FileFormat): string {
  return `${COLUMNS.join(separator)}\n`;
}

/**
 * The lines of the partial log for one row, which has the number of its sheet there: one for each cell, and beyond the bound of
 * them one for all further ones.
 */
export function partialLines(
  { rowNumber, email }: { readonly rowNumber: number; readonly email: string },
  cells: readonly BlankCell[],
  format: FileFormat,
): FailedLine[] {
  const { max } = EXTENSION_BOUNDS.blankCells;
  const listed = cells.slice(0, max).map(({ column, name, cell, reason }) => [String(column), name, cell, reason]);
  const further = cells.length - listed.length;
  if (further > 0) listed.push(['', '', '', `${further} more cells of the row were left blank.`]);
  const row = String(sheetRowOf(rowNumber, format.sheet_rows));
  return listed.map((texts, at) => ({
    line: formatLine([row, email, ...texts], format),
    ...{ rowNumber, textLength: 0, isInner: at > 0 },
  }));
}

function formatLine(texts: readonly string[], { csv_field_enclosure: mark, csv_field_separator }: FileFormat): string {
  const cells = texts.map((text) => `${mark}${storableText(text).replaceAll(mark, mark + mark)}${mark}`);
  return `${cells.join(csv_field_separator)}\n`;
}
