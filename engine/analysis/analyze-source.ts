import { BOUNDS } from '../domain/bounds.ts';
import type { ColumnRules } from '../domain/column-rules.ts';
import type { Notice } from '../domain/notices.ts';
import type { SubscriberStatus } from '../domain/subscribers.ts';
import type { LastMapping } from '../domain/subscriber-imports.ts';
import { whyUnreadable } from '../csv/recognize.ts';
import { hasByteOrderMark, startOfRecords } from '../csv/source-start.ts';
import type { RawRow } from '../csv/record-parser.ts';
import type { RowPlan } from '../csv/row-plan.ts';
import { compileRow } from '../csv/row.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { isEmailAddress } from '../values/email-address.ts';
import { findWarnings } from './analysis-warnings.ts';
import type { AnalysisWarning } from './analysis-warnings.ts';
import { SAMPLE_CHARACTERS } from './column-facts.ts';
import type { ColumnFacts } from './column-facts.ts';
import { notImported, unfitColumns } from './column-notices.ts';
import { chooseConsent, findConsent, openConsent } from './consent-columns.ts';
import { consentNotices, isFieldName } from './consent-notices.ts';
import { completeFormat, detectFormat } from './detect-format.ts';
import type { AnalysisPlan } from './fitting-values.ts';
import { countRecords, readFirstRecords } from './read-records.ts';
import type { ReadRecord } from './read-records.ts';
import type { SourceHead } from './source-head.ts';
import { guessedEncoding, recordNotices, skippedLines } from './source-notices.ts';
import { readTextHead } from './text-head.ts';
import { suggestMapping } from './suggest-mapping.ts';
import type { Suggestion } from './suggest-mapping.ts';
import { BUILT_IN_SYNONYMS, plainName } from './synonyms.ts';
import { tableOf, usualWidth } from './table.ts';
import { countTitles } from './title-lines.ts';

/** What a source is compared with. */
export interface AnalysisContext {
  /** The list and its fields; the options are the defaults of an import. */
  readonly plan: AnalysisPlan;
  /** What a column can be mapped to: built-in entries and names of fields. */
  readonly entries: readonly string[];
  /** That of the list's last finished import; null when there is none. */
  readonly lastMapping: LastMapping | null;
  /** Hashes of the columns of the list's imports that have a failed log. */
  readonly failedLogs?: readonly string[];
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
  readonly lineEnds: 'LF' | 'CRLF' | 'CR' | 'mixed' | null;
  readonly hasByteOrderMark: boolean;
  readonly columns: readonly AnalyzedColumn[];
  /** The suggested mapping; null while the address column is not clear. */
  readonly mapping: readonly string[] | null;
  /** What the words of its columns mean; null where all mean what they say. */
  readonly rules: ColumnRules | null;
  /** Whether a column speaks of consent, and no mapping has said yet what it means. */
  readonly isUndecided: boolean;
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
    /** How many of the rows would be added with each status. */
    readonly statuses: Partial<Readonly<Record<SubscriberStatus, number>>>;
    readonly refused: number;
    readonly refusedRows: readonly RefusedRow[];
  };
  readonly warnings: readonly AnalysisWarning[];
  /** What an import with the format would be told. */
  readonly notices: readonly Notice[];
}

const REFUSED_ROWS = 5;
const FIRST_ROWS = 5;

/**
 * Analyzes the beginning of a source with the code that imports use. Each step is linear in the bytes of the head and in the
 * fields of the list, and all of them take up to a second of a processor: analysis-threads.ts keeps them off the main thread.
 */
export function analyzeSource(source: SourceHead, context: AnalysisContext): SourceAnalysis {
  const { text: head, character_set, isGuessed, line_breaks } = readTextHead(source, context.sentFormat.character_set);
  const detected = detectFormat(head, { ...context.sentFormat, character_set });
  const unskipped = completeFormat(detected, context.sentFormat);
  const unreadable = whyUnreadable(source.bytes, {
    format: { ...unskipped, csv_has_headers: false, line_breaks },
    columns: 1,
  });
  const all = unreadable === null ? readFirstRecords(head, unskipped, BOUNDS.analyzedRows.max) : [];
  const titles =
    context.sentFormat.skip_lines === undefined && context.sentFormat.csv_has_headers !== false
      ? countTitles(all, knownNames(context.entries), usualWidth(all))
      : 0;
  const records = all.slice(titles);
  const skip_lines =
    titles === 0 ? 0 : linesBetween(head.bytes, startOfRecords(head.bytes, {}), all[titles - 1]?.endsAt);
  const headerless = { ...unskipped, ...(skip_lines > 0 && { skip_lines }) };
  const counted = unreadable === null ? countRecords(head, headerless) : NO_RECORDS;
  const csv_has_headers = context.sentFormat.csv_has_headers ?? hasHeader(records, context.entries);
  const { columns, rows, width } = tableOf(records, csv_has_headers);
  const facts = columns.map((column) => column.facts);

  const date_format = context.sentFormat.date_format ?? dateFormatOf(facts);
  const format = { ...headerless, csv_has_headers, date_format };
  const plan = { ...context.plan, options: { ...context.plan.options, file_format: format } };
  const consent = findConsent(columns, rows, isFieldName(context.plan.fields));
  const suggestion = suggestMapping(columns, plan, context, chooseConsent(consent));
  const mapping = suggestion.address === null ? null : suggestion.columns.map(({ entry }) => entry);
  const rules = rulesOf(suggestion.columns);
  const mapped: RowPlan = {
    ...plan,
    options: { ...plan.options, column_mapping: mapping ?? [], ...(rules !== null && { column_rules: [...rules] }) },
  };
  const openColumns = consentNotices(columns, openConsent(consent, mapping ?? []));
  const isOpen = new Set(openColumns.flatMap((each) => each.columns));
  const unfit = unfitColumns(
    columns,
    suggestion.unfit.filter(({ index }) => !isOpen.has(index + 1)),
  );
  const addressColumns = suggestion.addressLike.map((index) => index + 1);
  const dataStartsAt = csv_has_headers ? (records[0]?.endsAt ?? 0) : 0;
  const found = counted.records - (csv_has_headers && records.length > 0 ? 1 : 0);
  return {
    format,
    lineEnds: line_breaks === 'cr' ? 'CR' : lineEndsOf(head.bytes),
    hasByteOrderMark: hasByteOrderMark(head.bytes),
    columns: columns.map(({ name, facts: { samples } }, at) => ({
      ...{ number: at + 1, name, samples },
      ...(suggestion.columns[at] ?? { entry: '', reason: null }),
    })),
    ...{ mapping, rules, addressColumns },
    isUndecided: openColumns.length > 0 && !suggestion.isRemembered,
    records: head.isWhole ? found : estimate(found, counted.endsAt - dataStartsAt, head.totalBytes, dataStartsAt),
    isExact: head.isWhole,
    sample: {
      bytes: records.at(-1)?.endsAt ?? 0,
      rows: rows.length,
      firstRows: firstRows(rows, width),
      ...judge(rows, mapping, mapped),
    },
    notices: [
      ...skippedLines(head, format),
      ...(isGuessed ? [guessedEncoding(rows, format)] : []),
      ...recordNotices(records, mapped),
      ...openColumns,
      ...unfit,
      ...(mapping === null
        ? []
        : notImported(columns, mapping, new Set([...openColumns, ...unfit].flatMap((each) => each.columns)))),
    ],
    warnings: findWarnings({ unreadable, rows, width, facts, columns, addressColumns, mapping }),
  };
}

const NO_RECORDS = { records: 0, endsAt: 0 };

function knownNames(entries: readonly string[]): Set<string> {
  return new Set([...Object.values(BUILT_IN_SYNONYMS).flat(), ...entries.map(plainName)]);
}

function linesBetween(bytes: Buffer, start: number, end = start): number {
  let lines = 0;
  for (let at = bytes.indexOf(LF, start); at >= 0 && at < end; at = bytes.indexOf(LF, at + 1)) lines += 1;
  return lines;
}

/** A first record with an address is no header; one of names that are known, or of texts without an address, is. */
function hasHeader(records: readonly ReadRecord[], entries: readonly string[]): boolean {
  const fields = records[0]?.fields ?? [];
  if (fields.some((cell) => isEmailAddress(cell.trim()))) return false;
  const known = knownNames(entries);
  if (fields.some((cell) => known.has(plainName(cell)))) return true;
  return fields.length > 0 && fields.every((cell) => !/^\s*[\d.,:/-]+\s*$/.test(cell));
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
  const statuses: Partial<Record<SubscriberStatus, number>> = {};
  const refusedRows: RefusedRow[] = [];
  if (mapping === null || (key !== undefined && !mapping.includes(key.name))) {
    return { statuses, refused: 0, refusedRows };
  }
  const toRow = compileRow(plan);
  let refused = 0;
  for (const row of rows) {
    const outcome = toRow(row);
    const { error } = outcome;
    if (error === undefined) {
      const status = outcome.row.status ?? plan.options.subscriber_defaults.status;
      statuses[status] = (statuses[status] ?? 0) + 1;
      continue;
    }
    refused += 1;
    if (refusedRows.length < REFUSED_ROWS) refusedRows.push({ row: row.rowNumber, error });
  }
  return { statuses, refused, refusedRows };
}

function rulesOf(columns: readonly Suggestion[]): ColumnRules | null {
  return columns.some(({ rule }) => rule !== undefined) ? columns.map(({ rule }) => rule ?? null) : null;
}
