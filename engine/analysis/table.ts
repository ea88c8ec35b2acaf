import type { RawRow } from '../csv/record-parser.ts';
import { hasOtherWidth } from '../csv/row-width.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { collectColumnFacts } from './column-facts.ts';
import type { ColumnFacts, ColumnFactsCollector } from './column-facts.ts';

/** A column of the file: its name, null without a header, and the facts of its values. */
export interface NamedColumn {
  readonly name: string | null;
  readonly facts: ColumnFacts;
}

/** The first records of a source as a table. */
export interface Table<Row extends RawRow = RawRow> {
  readonly columns: readonly NamedColumn[];
  /** Without the header; their numbers count from 1. */
  readonly rows: readonly Row[];
  readonly width: number;
}

/** Makes a table of records; the header, if there is one, is the first of them. */
export function tableOf<Row extends RawRow>(records: readonly Row[], hasHeader: boolean): Table<Row> {
  const header = hasHeader ? records[0] : undefined;
  const rows = (header === undefined ? records : records.slice(1)).map((row, at) => ({ ...row, rowNumber: at + 1 }));
  const width = header === undefined ? usualWidth(rows) : headerWidth(header.fields, usualWidth(rows));
  const columns = factsOf(rows, width).map((facts, at) => ({ name: header?.fields[at]?.trim() ?? null, facts }));
  return { columns, rows, width };
}

/** The columns of a header: blank cells at its end that most rows do not have are none. */
function headerWidth(names: readonly string[], rowWidth: number): number {
  const named = names.findLastIndex((name) => name.trim() !== '') + 1;
  return rowWidth === 0 ? names.length : Math.max(named, Math.min(names.length, rowWidth));
}

/** The number of cells that most records have. */
export function usualWidth(rows: readonly RawRow[]): number {
  const widths = new Map<number, number>();
  for (const { fields, error } of rows) {
    if (error === null) widths.set(fields.length, (widths.get(fields.length) ?? 0) + 1);
  }
  return [...widths].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

function factsOf(rows: readonly RawRow[], width: number): ColumnFacts[] {
  const collectors = Array.from({ length: Math.min(width, BOUNDS.importColumns.max) }, () => collectColumnFacts());
  for (const { fields, error, rowNumber } of rows) {
    if (error !== null || hasOtherWidth(fields, width)) continue;
    collectors.forEach(({ add }: ColumnFactsCollector, at) => add(fields[at] ?? '', rowNumber));
  }
  return collectors.map((collector) => collector.facts());
}
