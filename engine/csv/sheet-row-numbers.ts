import { BOUNDS } from '../domain/bounds.ts';
import type { SheetRows } from '../domain/sheet-rows.ts';
import { textFormat } from './source-text.ts';
import { createRecordSplitter } from './splitter.ts';
import type { FileFormat, RecordSplitter } from './splitter.ts';

/** Numbers the records of a sheet that was written as CSV, with a line for each row, as the sheet does. */
export interface SheetRowNumbers {
  readonly runs: SheetRows;
  /** Counts the rows in lines that are skipped. */
  skip(lines: Buffer): void;
  /** Counts the record that the splitter has found last; the header has no number. */
  count(record: number): void;
}

/** Creates the numbers of the records that a splitter finds; further gaps between rows than their bound are not noted. */
export function numberSheetRows(splitter: RecordSplitter, format: FileFormat): SheetRowNumbers {
  const runs: [number, number][] = [];
  const header = format.csv_has_headers ? 1 : 0;
  let skipped = 0;
  let lastShift = 0;
  return {
    runs,
    skip: (lines) => {
      skipped = countRows(lines, format);
    },
    count: (record) => {
      const shift = skipped + header + splitter.emptyLines;
      if (shift === lastShift || runs.length >= BOUNDS.sheetGaps.max) return;
      lastShift = shift;
      runs.push([record, record + shift]);
    },
  };
}

function countRows(lines: Buffer, format: FileFormat): number {
  if (lines.length === 0) return 0;
  const splitter = createRecordSplitter(textFormat(format));
  splitter.feed(lines, true);
  let records = 0;
  while (splitter.next()) records += 1;
  return records + splitter.emptyLines;
}
