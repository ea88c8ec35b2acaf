import type { ColumnRules } from '../domain/column-rules.ts';
import { BOUNDS } from '../domain/bounds.ts';
import type { SavedRules } from '../domain/saved-rules.ts';
import { joinNotices } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import type { SheetFacts } from '../domain/workbooks.ts';
import type { ImportOptions, LastMapping } from '../domain/subscriber-imports.ts';
import { hasByteOrderMark } from '../csv/source-start.ts';
import type { RawRow } from '../csv/record-parser.ts';
import type { RowPlan } from '../csv/row-plan.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { findWarnings } from './analysis-warnings.ts';
import type { AnalysisWarning } from './analysis-warnings.ts';
import { SAMPLE_CHARACTERS } from './column-facts.ts';
import { consentOfColumns } from './column-consent.ts';
import type { ColumnConsent } from './column-consent.ts';
import { chooseConsent, findConsent } from './consent-columns.ts';
import { isFieldName } from './consent-notices.ts';
import type { AnalysisPlan } from './fitting-values.ts';
import { leavingNames, sourceNames } from './leaving-name.ts';
import type { SourceName } from './leaving-name.ts';
import { findHalfFilled } from './half-filled-addresses.ts';
import { holdsPeople } from './header-notices.ts';
import type { SourceHead } from './source-head.ts';
import { findNotices, guessedEncoding } from './source-notices.ts';
import { readSourceTable } from './source-table.ts';
import { suggestMapping } from './suggest-mapping.ts';
import type { Suggestion } from './suggest-mapping.ts';
import { compileRow } from '../csv/row.ts';
import { countStatuses } from '../csv/row-statuses.ts';
import type { CountsByStatus } from '../domain/subscribers.ts';

/** List, mappings and sent options that a source is compared with. */
export interface AnalysisContext {
  /** The list and its fields; the options are the defaults of an import. */
  readonly plan: AnalysisPlan;
  /** Entries that a column can be mapped to: built-in ones and names of fields. */
  readonly entries: readonly string[];
  /** Mapping of the list's last finished import; null when there is none. */
  readonly lastMapping: LastMapping | null;
  /** Hashes of the columns of the list's imports that have a failed log. */
  readonly failedLogs?: readonly string[];
  /** Attributes of the format that the client sent; these are not detected. */
  readonly sentFormat: Partial<FileFormat>;
  /** The source as the call names it; absent: it has no name. */
  readonly fileSource?: ImportOptions['file_source'];
  /** Rules that the client names: they count more than what the file suggests. */
  readonly savedRules?: SavedRules;
}

/** A column of a source. */
export interface AnalyzedColumn extends Suggestion {
  /** From 1. */
  readonly number: number;
  readonly name: string | null;
  readonly samples: readonly string[];
  /** Null for a column that says nothing of leaving or of consent. */
  readonly consent: ColumnConsent | null;
}

/** Result of the analysis of the beginning of a source. */
export interface SourceAnalysis {
  readonly format: FileFormat;
  /** The sheets of a workbook that have cells; null: the source is none. */
  readonly sheets: readonly SheetFacts[] | null;
  readonly lineEnds: 'LF' | 'CRLF' | 'CR' | 'mixed' | null;
  readonly hasByteOrderMark: boolean;
  readonly columns: readonly AnalyzedColumn[];
  /** The suggested mapping; null while the address column is not clear. */
  readonly mapping: readonly string[] | null;
  /** Meanings of the words of its columns; null where all mean what they say. */
  readonly rules: ColumnRules | null;
  /**
   * Whether "auto" waits for a decision: a column speaks of consent and feeds nothing, also one that the last import left out for its
   * own file; people are active in one column and have left in another; or people are within the header.
   */
  readonly isUndecided: boolean;
  /** Numbers of the columns that look like addresses. */
  readonly addressColumns: readonly number[];
  /** Records of the whole source, without the header; null when its size is not known. */
  readonly records: number | null;
  readonly isExact: boolean;
  readonly sample: JudgedRows & {
    readonly bytes: number;
    readonly rows: number;
    /** The cells of the first rows, cut. */
    readonly firstRows: readonly (readonly string[])[];
  };
  readonly warnings: readonly AnalysisWarning[];
  /** Notices that an import with the format would get. */
  readonly notices: readonly Notice[];
}

const FIRST_ROWS = 5;
const OF_CONSENT: ReadonlySet<Notice['code']> = new Set(['consent_column', 'active_with_removal'] as const);

/**
 * Analyzes the beginning of a source with the code that imports use. Each step is linear in the bytes of the head and in the
 * fields of the list, and all of them take up to a second of a processor: analysis-threads.ts keeps them off the main thread.
 */
export function analyzeSource(source: SourceHead, context: AnalysisContext): SourceAnalysis {
  const read = readSourceTable(source, context);
  const { format, columns, rows, width, unreadable } = read;
  const date_format_sent = context.sentFormat.date_format !== undefined;
  const plan = { ...context.plan, options: { ...context.plan.options, file_format: format, date_format_sent } };
  const consent = findConsent(columns, rows, isFieldName(context.plan.fields), context.savedRules);
  const suggestion = suggestMapping(columns, plan, context, chooseConsent(consent));
  const halfFilled = findHalfFilled(suggestion, rows);
  const mapping =
    suggestion.address === null || halfFilled !== null ? null : suggestion.columns.map(({ entry }) => entry);
  const rules = rulesOf(suggestion.columns);
  const mapped: RowPlan = {
    ...plan,
    options: { ...plan.options, column_mapping: mapping ?? [], ...(rules !== null && { column_rules: [...rules] }) },
  };
  const notices = findNotices({ ...read, consent, unfit: suggestion.unfit }, mapped);
  const ofNames = leavingNames(namesOf(source, context), mapped.options);
  const consents = consentOfColumns(columns, consent, context.savedRules);
  const addressColumns = suggestion.addressLike.map((index) => index + 1);
  return {
    format,
    sheets: null,
    lineEnds: read.lineBreaks === 'cr' ? 'CR' : lineEndsOf(read.text.bytes),
    hasByteOrderMark: hasByteOrderMark(read.text.bytes),
    columns: columns.map(({ name, facts: { samples } }, at) => ({
      ...{ number: at + 1, name, samples, consent: consents[at] ?? null },
      ...(suggestion.columns[at] ?? { entry: '', reason: null }),
    })),
    ...{ mapping, rules, addressColumns },
    isUndecided:
      notices.some(({ code }) => OF_CONSENT.has(code)) || holdsPeople(read.firstRecords, format.csv_has_headers),
    records: read.records,
    isExact: read.text.isWhole,
    sample: {
      bytes: read.sampleBytes,
      rows: rows.length,
      firstRows: firstRows(rows, width),
      ...judgeRows(rows, mapping, mapped),
    },
    notices: joinNotices(read.isGuessed ? [guessedEncoding(rows, format)] : [], ofNames, notices),
    warnings: findWarnings({ unreadable, rows, width, columns, addressColumns, mapping, halfFilled }),
  };
}

/** The names of a source, the most particular one first. */
function namesOf({ workbook, entry }: SourceHead, { fileSource }: AnalysisContext): SourceName[] {
  return [
    ...(workbook === undefined ? [] : [{ kind: 'sheet', name: workbook.sheet.name } as const]),
    ...(entry === undefined ? [] : [{ kind: 'file', name: entry } as const]),
    ...(fileSource === undefined ? [] : sourceNames(fileSource)),
  ];
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

function firstRows(rows: readonly RawRow[], width: number): string[][] {
  const columns = Math.min(width, BOUNDS.importColumns.max);
  const shown = rows.slice(0, FIRST_ROWS);
  return shown.map(({ fields }) => fields.slice(0, columns).map((cell) => cell.slice(0, SAMPLE_CHARACTERS)));
}

function rulesOf(columns: readonly Suggestion[]): ColumnRules | null {
  return columns.some(({ rule }) => rule !== undefined) ? columns.map(({ rule }) => rule ?? null) : null;
}

/** A row of the sample that an import with the suggested mapping would refuse. */
interface RefusedRow {
  readonly row: number;
  readonly error: string;
}

/** Outcome that the rows of the sample would have in an import. */
interface JudgedRows {
  /** Number of rows that would be added with each status. */
  readonly statuses: CountsByStatus;
  readonly refused: number;
  /** The first of them. */
  readonly refusedRows: readonly RefusedRow[];
}

const REFUSED_ROWS = 5;

/** Judges the rows by the code of the import, with the mapping of the plan; none is judged while there is no mapping. */
function judgeRows(rows: readonly RawRow[], mapping: readonly string[] | null, plan: AnalysisPlan): JudgedRows {
  const key = plan.fields.find(({ id }) => id === plan.list.primaryKeyFieldId);
  const refusedRows: RefusedRow[] = [];
  if (mapping === null || (key !== undefined && !mapping.includes(key.name))) {
    return { statuses: {}, refused: 0, refusedRows };
  }
  const toRow = compileRow(plan);
  const statuses = countStatuses(plan.options);
  let refused = 0;
  for (const row of rows) {
    const outcome = toRow(row);
    const { error } = outcome;
    if (error === undefined) {
      statuses.add(outcome.row);
      continue;
    }
    refused += 1;
    if (refusedRows.length < REFUSED_ROWS) refusedRows.push({ row: row.rowNumber, error });
  }
  return { statuses: statuses.counts(), refused, refusedRows };
}
