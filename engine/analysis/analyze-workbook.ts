import { numberSheetRows } from '../csv/sheet-row-numbers.ts';
import { startOfRecords } from '../csv/source-start.ts';
import { createRecordSplitter } from '../csv/splitter.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { otherSheets, sheetWithAddresses } from '../domain/other-sheets.ts';
import { sheetRowOf } from '../domain/sheet-rows.ts';
import type { SheetRows } from '../domain/sheet-rows.ts';
import type { WorkbookFacts } from '../domain/workbooks.ts';
import type { AnalysisWarning } from './analysis-warnings.ts';
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
  const analysis = withoutCover(
    analyzeSource(head, { ...context, sentFormat: { ...context.sentFormat, ...AS_WRITTEN } }),
    workbook,
  );
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
    warnings: withAddressSheet(inSheet(analysis.warnings), workbook),
    notices: [...otherSheets(workbook, context.sentFormat.sheet ?? null), ...inSheet(analysis.notices)],
  };
}

/** An address in a column without its name may be that of a cover sheet, where another sheet has the list: the client says which. */
function withoutCover(analysis: SourceAnalysis, { addressSheet }: WorkbookFacts): SourceAnalysis {
  const column = analysis.columns.find(({ entry }) => entry === 'email');
  if (addressSheet === undefined || analysis.mapping === null || column?.reason !== 'values') return analysis;
  const message = 'No column of the first sheet has the name of one of addresses.';
  const warning = { code: 'no_address_column', message, rows: [], columns: [column.number] } as const;
  return { ...analysis, mapping: null, warnings: [warning, ...analysis.warnings] };
}

/** The warning of a sheet without a list, with the sheet that has one. */
function withAddressSheet(warnings: readonly AnalysisWarning[], { addressSheet }: WorkbookFacts): AnalysisWarning[] {
  return warnings.map((warning) =>
    addressSheet === undefined || !OF_NO_LIST.has(warning.code)
      ? warning
      : { ...warning, message: `${warning.message} ${sheetWithAddresses(addressSheet)}` },
  );
}

const OF_NO_LIST: ReadonlySet<AnalysisWarning['code']> = new Set([
  'unreadable',
  'no_records',
  'no_address_column',
] as const);

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
