import { createNotice } from './notices.ts';
import type { Notice } from './notices.ts';
import type { SheetFacts, WorkbookFacts } from './workbooks.ts';

/** Sheets that a notice names. */
const NAMED = 5;

/** The notice of sheets that are not imported; none where the call has named a sheet, or there is one alone. */
export function otherSheets({ sheet, sheets, addressSheet }: WorkbookFacts, wanted: string | number | null): Notice[] {
  const others = sheets.filter((each) => each.name !== sheet.name);
  if (wanted !== null || others.length === 0) return [];
  const named = others.slice(0, NAMED).map(describe).join(', ');
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
  const message =
    `Of the workbook only the sheet "${sheet.name}" is imported, not ${named}${more}. ` +
    (addressSheet === undefined ? 'To import another sheet, set file_format.sheet.' : sheetWithAddresses(addressSheet));
  return [createNotice('other_sheets', message, { count: others.length })];
}

/** A sentence that names the sheet to import. */
export function sheetWithAddresses(name: string): string {
  return `The sheet "${name}" has addresses: to import it, set file_format.sheet to its name.`;
}

function describe({ name, rows }: SheetFacts): string {
  return rows === null ? `"${name}"` : `"${name}" (${rows} ${rows === 1 ? 'row' : 'rows'})`;
}
