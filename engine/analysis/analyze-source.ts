import { setImmediate } from 'node:timers/promises';
import { BOUNDS } from '../domain/bounds.ts';
import type { LastMapping } from '../domain/subscriber-imports.ts';
import { whyUnreadable } from '../csv/recognize.ts';
import type { RawRow } from '../csv/record-parser.ts';
import { compileRow } from '../csv/row.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { isEmailAddress } from '../values/email-address.ts';
import { findWarnings } from './analysis-warnings.ts';
import type { AnalysisWarning } from './analysis-warnings.ts';
import { collectColumnFacts, SAMPLE_CHARACTERS } from './column-facts.ts';
import type { ColumnFacts, ColumnFactsCollector } from './column-facts.ts';
import { completeFormat, detectFormat } from './detect-format.ts';
import type { AnalysisPlan } from './fitting-values.ts';
import { hasByteOrderMark, readRecords } from './read-records.ts';
import type { SourceHead } from './source-head.ts';
import { suggestMapping } from './suggest-mapping.ts';
import type { NamedColumn, Suggestion } from './suggest-mapping.ts';
import { BUILT_IN_SYNONYMS, plainName } from './synonyms.ts';

/** What a source is compared with. */
export interface AnalysisContext {
  /** The list and its fields; the options are the defaults of an import. */
  readonly plan: AnalysisPlan;
  /** What a column can be mapped to: built-in entries and names of fields. */
  readonly entries: readonly string[];
  /** That of the list's last finished import; null when there is none. */
  readonly lastMapping: LastMapping | null;
  /** What the client says of the format; it is not detected. */
  readonly sentFormat: Partial<FileFormat>;
}

/** A column of a source. */
export interface AnalyzedColumn extends Suggestion {
  /** From 1. */
  readonly number: number;
  readonly name: string | null;
  readonly samples: readonly string[];
}

/** A row of the sample that an import with the suggested mapping would refuse. */
export interface RefusedRow {
  readonly row: number;
  readonly error: string;
}

/** What the beginning of a source says about it. */
export interface SourceAnalysis {
  readonly format: FileFormat;
  readonly lineEnds: 'LF' | 'CRLF' | 'mixed' | null;
  readonly hasByteOrderMark: boolean;
  readonly columns: readonly AnalyzedColumn[];
  /** The suggested mapping; null while the address column is not clear. */
  readonly mapping: readonly string[] | null;
  /** Numbers of the columns that look like addresses. */
  readonly addressColumns: readonly number[];
  /** Records of the whole source, without the header; null when its size is not known. */
  readonly records: number | null;
  readonly isExact: boolean;
  readonly sample: {
    readonly bytes: number;
    readonly rows: number;
    /** The cells of the first rows, cut. */
    readonly firstRows: readonly (readonly string[])[];
    readonly refused: number;
    readonly refusedRows: readonly RefusedRow[];
  };
  readonly warnings: readonly AnalysisWarning[];
}

const REFUSED_ROWS = 5;
const FIRST_ROWS = 5;

/**
 * Analyzes the beginning of a source with the code that imports use. It reads rows for a limited time and lets other work
 * run in between.
 */
export async function analyzeSource(head: SourceHead, context: AnalysisContext): Promise<SourceAnalysis> {
  const detected = detectFormat(head, context.sentFormat);
  const headerless = completeFormat(detected, context.sentFormat);
  const unreadable = whyUnreadable(head.bytes, { format: { ...headerless, csv_has_headers: false }, columns: 1 });
  const { records, endsAt, isComplete } = unreadable === null ? await readSome(head, headerless) : NO_RECORDS;
  const csv_has_headers = context.sentFormat.csv_has_headers ?? hasHeader(records, context.entries);
  const header = csv_has_headers ? records[0] : undefined;
  const rows = (header === undefined ? records : records.slice(1)).map((row, at) => ({ ...row, rowNumber: at + 1 }));
  const width = header?.fields.length ?? usualWidth(rows);
  const facts = factsOf(rows, width);
  const columns = facts.map((each, at): NamedColumn => ({ name: header?.fields[at]?.trim() ?? null, facts: each }));

  const date_format = context.sentFormat.date_format ?? dateFormatOf(facts);
  const format = { ...headerless, csv_has_headers, date_format };
  const plan = { ...context.plan, options: { ...context.plan.options, file_format: format } };
  const suggestion = suggestMapping(columns, plan, context.entries, context.lastMapping);
  const mapping = suggestion.address === null ? null : suggestion.columns.map(({ entry }) => entry);
  const addressColumns = suggestion.addressLike.map((index) => index + 1);
  const dataStartsAt = header === undefined ? 0 : (records[0]?.endsAt ?? 0);
  const isExact = head.isWhole && isComplete;
  return {
    format,
    lineEnds: lineEndsOf(head.bytes),
    hasByteOrderMark: hasByteOrderMark(head.bytes),
    columns: columns.map(({ name, facts: { samples } }, at) => ({
      ...{ number: at + 1, name, samples },
      ...(suggestion.columns[at] ?? { entry: '', reason: null }),
    })),
    mapping,
    addressColumns,
    records: isExact ? rows.length : estimate(rows.length, endsAt - dataStartsAt, head.totalBytes, dataStartsAt),
    isExact,
    sample: { bytes: endsAt, rows: rows.length, firstRows: firstRows(rows, width), ...judge(rows, mapping, plan) },
    warnings: findWarnings({ unreadable, head, format, rows, width, facts, columns, addressColumns, mapping }),
  };
}

interface Records {
  readonly records: readonly (RawRow & { readonly endsAt: number })[];
  readonly endsAt: number;
  /** Whether the head was read to its end. */
  readonly isComplete: boolean;
}

const NO_RECORDS: Records = { records: [], endsAt: 0, isComplete: true };

async function readSome(head: SourceHead, format: FileFormat): Promise<Records> {
  const until = performance.now() + BOUNDS.analysisWork.max;
  const records: Records['records'][number][] = [];
  const batches = readRecords(head, format);
  for (let next = batches.next(); next.done !== true; next = batches.next()) {
    records.push(...next.value);
    await setImmediate();
    if (performance.now() > until) return { records, endsAt: records.at(-1)?.endsAt ?? 0, isComplete: false };
  }
  return { records, endsAt: records.at(-1)?.endsAt ?? 0, isComplete: true };
}

/** A first record with an address is no header; one of names that are known, or of texts without an address, is. */
function hasHeader(records: Records['records'], entries: readonly string[]): boolean {
  const fields = records[0]?.fields ?? [];
  if (fields.some((cell) => isEmailAddress(cell.trim()))) return false;
  const known = new Set([...Object.values(BUILT_IN_SYNONYMS).flat(), ...entries.map(plainName)]);
  if (fields.some((cell) => known.has(plainName(cell)))) return true;
  return fields.length > 0 && fields.every((cell) => !/^\s*[\d.,:/-]+\s*$/.test(cell));
}

function usualWidth(rows: readonly RawRow[]): number {
  const widths = new Map<number, number>();
  for (const { fields, error } of rows) {
    if (error === null) widths.set(fields.length, (widths.get(fields.length) ?? 0) + 1);
  }
  return [...widths].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

function factsOf(rows: readonly RawRow[], width: number): ColumnFacts[] {
  const collectors = Array.from({ length: Math.min(width, BOUNDS.importColumns.max) }, () => collectColumnFacts());
  for (const { fields, error, rowNumber } of rows) {
    if (error !== null || fields.length !== width) continue;
    collectors.forEach(({ add }: ColumnFactsCollector, at) => add(fields[at] ?? '', rowNumber));
  }
  return collectors.map((collector) => collector.facts());
}

function dateFormatOf(facts: readonly ColumnFacts[]): 'mdy' | 'dmy' {
  const rowsOf = (order: 'monthFirstRows' | 'dayFirstRows') => facts.some((each) => each[order].length > 0);
  return rowsOf('dayFirstRows') && !rowsOf('monthFirstRows') ? 'dmy' : 'mdy';
}

function lineEndsOf(bytes: Buffer): SourceAnalysis['lineEnds'] {
  let [lf, crlf] = [0, 0];
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at - 1] === CR) crlf += 1;
    else lf += 1;
  }
  if (lf > 0 && crlf > 0) return 'mixed';
  return lf > 0 ? 'LF' : crlf > 0 ? 'CRLF' : null;
}

const LF = 10;
const CR = 13;

function estimate(rows: number, bytes: number, totalBytes: number | null, dataStartsAt: number): number | null {
  if (totalBytes === null || bytes <= 0) return null;
  return Math.max(rows, Math.round((rows * (totalBytes - dataStartsAt)) / bytes));
}

function firstRows(rows: readonly RawRow[], width: number): string[][] {
  const columns = Math.min(width, BOUNDS.importColumns.max);
  const shown = rows.slice(0, FIRST_ROWS);
  return shown.map(({ fields }) => fields.slice(0, columns).map((cell) => cell.slice(0, SAMPLE_CHARACTERS)));
}

/** Judges the rows by the code of the import. */
function judge(rows: readonly RawRow[], mapping: readonly string[] | null, plan: AnalysisPlan) {
  const key = plan.fields.find(({ id }) => id === plan.list.primaryKeyFieldId);
  if (mapping === null || (key !== undefined && !mapping.includes(key.name))) return { refused: 0, refusedRows: [] };
  const toRow = compileRow({ ...plan, options: { ...plan.options, column_mapping: [...mapping] } });
  const refusedRows: RefusedRow[] = [];
  let refused = 0;
  const until = performance.now() + BOUNDS.analysisWork.max;
  for (const row of rows) {
    const { error } = toRow(row);
    if (error === undefined) continue;
    refused += 1;
    if (refusedRows.length < REFUSED_ROWS) refusedRows.push({ row: row.rowNumber, error });
    if (performance.now() > until) break;
  }
  return { refused, refusedRows };
}
