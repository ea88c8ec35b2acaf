import { createNotice } from './notices.ts';
import type { Notice } from './notices.ts';
import type { SheetFacts, WorkbookFacts } from './workbooks.ts';

/** Sheets that a notice names. */
const NAMED = 5;

/** The notice of sheets that are not imported; none where the call has named a sheet, or there is one alone. */
export function otherSheets({ sheet, sheets }: WorkbookFacts, wanted: string | number | null): Notice[] {
  const others = sheets.filter((each) => each.name !== sheet.name);
  if (wanted !== null || others.length === 0) return [];
  const named = others.slice(0, NAMED).map(describe).join(', ');
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
  const message =
    `Of the workbook only the sheet "${sheet.name}" is imported, not ${named}${more}. ` +
    'To import another sheet, set file_format.sheet.';
  return [createNotice('other_sheets', message, { count: others.length })];
}

function describe({ name, rows }: SheetFacts): string {
  return rows === null ? `"${name}"` : `"${name}" (${rows} ${rows === 1 ? 'row' : 'rows'})`;
}
