import { BOUNDS } from '../domain/bounds.ts';
import { whyUnreadable } from '../csv/recognize.ts';
import { linesBefore } from '../csv/source-start.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { readEmailCell } from '../values/email-cell.ts';
import type { ColumnFacts } from './column-facts.ts';
import { completeFormat, detectFormat } from './detect-format.ts';
import { countRecords, readFirstRecords } from './read-records.ts';
import type { ReadRecord } from './read-records.ts';
import type { SourceHead } from './source-head.ts';
import { BUILT_IN_SYNONYMS, plainName } from './synonyms.ts';
import { tableOf, usualWidth } from './table.ts';
import type { Table } from './table.ts';
import { readTextHead } from './text-head.ts';
import { hasOtherWidth } from '../csv/row-width.ts';
import type { RawRow } from '../csv/record-parser.ts';
import { addressName } from './header-notices.ts';

/** The beginning of a source as a table, in the format that was sent and, where it was not, detected. */
export interface SourceTable extends Table {
  readonly text: SourceHead;
  readonly format: FileFormat;
  readonly lineBreaks: FileFormat['line_breaks'];
  /** Whether the encoding was guessed. */
  readonly isGuessed: boolean;
  /** Whether nothing says that the first record is the header, or that it is none. */
  readonly isHeaderGuessed: boolean;
  /** Reason why the source is no CSV, as a sentence; null when it may be. */
  readonly unreadable: string | null;
  /** The first records, the header among them. */
  readonly firstRecords: readonly ReadRecord[];
  /** Bytes of the text up to the end of the first records. */
  readonly sampleBytes: number;
  /** Records of the whole source, without the header: counted if all of it was read, else estimated; null when its size is not known. */
  readonly records: number | null;
}

/** Reads the beginning of a source as a table. `entries` are what a column can be mapped to: their names make a header. */
export function readSourceTable(
  source: SourceHead,
  { sentFormat, entries }: { readonly sentFormat: Partial<FileFormat>; readonly entries: readonly string[] },
): SourceTable {
  const { text, character_set, isGuessed, line_breaks, quoting, ...marks } = readTextHead(source, sentFormat);
  const detected = completeFormat(detectFormat(text, { ...marks, ...sentFormat, character_set }), sentFormat);
  const unreadable = whyUnreadable(source.bytes, {
    format: { ...detected, csv_has_headers: false, line_breaks, quoting },
    columns: 1,
  });
  const known = knownNames(entries);
  const all = unreadable === null ? readFirstRecords(text, detected, BOUNDS.analyzedRows.max) : [];
  const mayHaveTitles = sentFormat.skip_lines === undefined && sentFormat.csv_has_headers !== false;
  const found = mayHaveTitles ? countTitles(all, known, usualWidth(all)) : 0;
  const foundLines = linesBefore(text.bytes, all[found - 1]?.endsAt ?? 0, detected);
  const [titles, skip_lines] = foundLines > BOUNDS.skippedLines.max ? [0, 0] : [found, foundLines];
  const firstRecords = all.slice(titles);
  const headerless = { ...detected, ...(skip_lines > 0 && { skip_lines }) };
  const saysHeader = sentFormat.csv_has_headers ?? saysHasHeader(firstRecords, known);
  const csv_has_headers = saysHeader ?? looksLikeHeader(firstRecords);
  const table = tableOf(firstRecords, csv_has_headers);
  const date_format = sentFormat.date_format ?? dateFormatOf(table.columns.map(({ facts }) => facts));
  const counted = unreadable === null ? countRecords(text, headerless) : NO_RECORDS;
  const dataStartsAt = csv_has_headers ? (firstRecords[0]?.endsAt ?? 0) : 0;
  const records = counted.records - (csv_has_headers && firstRecords.length > 0 ? 1 : 0);
  return {
    ...{ ...table, text, isGuessed, unreadable, firstRecords },
    isHeaderGuessed: saysHeader === null,
    format: { ...headerless, csv_has_headers, date_format },
    lineBreaks: line_breaks,
    sampleBytes: firstRecords.at(-1)?.endsAt ?? 0,
    records: text.isWhole ? records : estimate(records, counted.endsAt - dataStartsAt, text.totalBytes, dataStartsAt),
  };
}

const NO_RECORDS = { records: 0, endsAt: 0 };

function knownNames(entries: readonly string[]): Set<string> {
  return new Set([...Object.values(BUILT_IN_SYNONYMS).flat(), ...entries.map(plainName)]);
}

/** Whether the first record is a header: one of names that are known is, one with an address is none; null for others. */
function saysHasHeader(records: readonly ReadRecord[], known: ReadonlySet<string>): boolean | null {
  const fields = records[0]?.fields ?? [];
  if (fields.some((cell) => readEmailCell(cell.trim()) !== null)) return false;
  return fields.some((cell) => known.has(plainName(cell))) ? true : null;
}

/** Whether a first record may be a header: it has texts, and no numbers or dates alone. */
function looksLikeHeader(records: readonly ReadRecord[]): boolean {
  const fields = records[0]?.fields ?? [];
  return fields.length > 0 && fields.every((cell) => !/^\s*[\d.,:/-]+\s*$/.test(cell));
}

function dateFormatOf(facts: readonly ColumnFacts[]): 'mdy' | 'dmy' {
  const rowsOf = (order: 'monthFirstRows' | 'dayFirstRows') => facts.some((each) => each[order].length > 0);
  return rowsOf('dayFirstRows') && !rowsOf('monthFirstRows') ? 'dmy' : 'mdy';
}

function estimate(rows: number, bytes: number, totalBytes: number | null, dataStartsAt: number): number | null {
  if (totalBytes === null || bytes <= 0) return null;
  return Math.max(rows, Math.round((rows * (totalBytes - dataStartsAt)) / bytes));
}

/** So many records above the header are taken for titles at most, each of which is a line at least. */
const MOST_TITLES = BOUNDS.skippedLines.max;

/**
 * Counts the records above the header: titles, dates of an export, notes. None of them has an address in a cell of its own, or the name
 * of a column; one that fills several cells is a title only where the header names a column of addresses. Below them is a record with
 * such a name, and with as many cells as most, or as most rows below it have without blank ones at their end.
 */
function countTitles(records: readonly RawRow[], known: ReadonlySet<string>, width: number): number {
  const isKnown = ({ fields }: RawRow) => fields.some((cell) => known.has(plainName(cell)));
  const at = records.slice(0, MOST_TITLES + 1).findIndex(isKnown);
  const header = records[at];
  if (header === undefined) return 0;
  const below = records.slice(at + 1);
  const fitting = below.filter(({ fields }) => !hasOtherWidth(fields, header.fields.length));
  if (header.fields.length !== width && 2 * fitting.length <= below.length) return 0;
  const isNamed = addressName(header) !== undefined;
  return records.slice(0, at).every((record) => isTitle(record, isNamed)) ? at : 0;
}

function isTitle({ fields, error }: RawRow, isHeaderNamed: boolean): boolean {
  const filled = fields.filter((cell) => cell.trim() !== '');
  if (error !== null) return false;
  if (isHeaderNamed) return filled.every((cell) => readEmailCell(cell.trim()) === null);
  return filled.length <= 1 && !filled.some((cell) => cell.includes('@'));
}
