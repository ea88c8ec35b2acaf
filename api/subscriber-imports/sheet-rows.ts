import type { SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import { sheetRowOf } from '../../engine/domain/sheet-rows.ts';

/** The numbers of a record: that of the API, and the one that a spreadsheet shows. */
export type RowNumbers = (record: number) => { readonly row: number; readonly sheet_row: number };

/** Finds the numbers of records. Of a workbook both are the row of the sheet; in a CSV the lines above the records count for a spreadsheet, too. */
export function sheetRowsOf(
  { csv_has_headers, skip_lines = 0 }: SubscriberImport['options']['file_format'],
  { sheet_rows: runs }: SubscriberImport['sourceFormat'],
): RowNumbers {
  const above = skip_lines + (csv_has_headers ? 1 : 0);
  return (record) => {
    const row = record === 0 ? 0 : sheetRowOf(record, runs);
    return { row, sheet_row: runs === undefined || record === 0 ? above + record : row };
  };
}
