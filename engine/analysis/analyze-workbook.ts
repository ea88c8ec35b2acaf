import { numberSheetRows } from '../csv/sheet-row-numbers.ts';
import { startOfRecords } from '../csv/source-start.ts';
import { createRecordSplitter } from '../csv/splitter.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { otherSheets } from '../domain/other-sheets.ts';
import { sheetRowOf } from '../domain/sheet-rows.ts';
import type { SheetRows } from '../domain/sheet-rows.ts';
import type { WorkbookFacts } from '../domain/workbooks.ts';
import { analyzeSource } from './analyze-source.ts';
import type { AnalysisContext, SourceAnalysis } from './analyze-source.ts';
import type { SourceHead } from './source-head.ts';

/** Format of the CSV that the sheet of a workbook is converted to. */
const AS_WRITTEN = {
  character_set: 'UTF-8',
  csv_field_separator: ',',
  csv_field_enclosure: '"',
  workbook: true,
} as const;

/** Analyzes the beginning of a source: of a workbook, with its sheets and the row numbers of its sheet. */
export function analyzeAnySource(head: SourceHead, context: AnalysisContext): SourceAnalysis {
  const { workbook } = head;
  if (workbook === undefined) return analyzeSource(head, context);
  const analysis = analyzeSource(head, { ...context, sentFormat: { ...context.sentFormat, ...AS_WRITTEN } });
  const runs = readSheetRows(head, analysis.format);
  const inSheet = <Has extends { readonly rows: readonly number[] }>(all: readonly Has[]): Has[] =>
    all.map((each) => ({ ...each, rows: each.rows.map((row) => sheetRowOf(row, runs)) }));
  const { sample } = analysis;
  return {
    ...analysis,
    format: { ...analysis.format, workbook: undefined, sheet: workbook.sheet.name },
    sheets: workbook.sheets,
    records: head.isWhole ? analysis.records : recordsOf(workbook, runs),
    sample: {
      ...sample,
      refusedRows: sample.refusedRows.map((refused) => ({ ...refused, row: sheetRowOf(refused.row, runs) })),
    },
    warnings: inSheet(analysis.warnings),
    notices: [...otherSheets(workbook, context.sentFormat.sheet ?? null), ...inSheet(analysis.notices)],
  };
}

/** By the last row that the sheet says it has; null when it says none. */
function recordsOf({ sheet }: WorkbookFacts, runs: SheetRows): number | null {
  return sheet.rows === null ? null : Math.max(0, sheet.rows - sheetRowOf(1, runs) + 1);
}

function readSheetRows({ bytes, isWhole }: SourceHead, format: FileFormat): SheetRows {
  const splitter = createRecordSplitter(format);
  const numbers = numberSheetRows(splitter, format);
  const start = startOfRecords(bytes, format);
  numbers.skip(bytes.subarray(0, start));
  splitter.feed(bytes, isWhole, start);
  if (format.csv_has_headers) splitter.next();
  for (let record = 1; splitter.next(); record += 1) numbers.count(record);
  return numbers.runs;
}
