import { hasOtherWidth } from '../csv/row-width.ts';
import type { RawRow } from '../csv/record-parser.ts';
import type { ColumnFacts } from './column-facts.ts';
import { called } from './column-notices.ts';
import type { HalfFilledAddresses } from './half-filled-addresses.ts';
import type { NamedColumn } from './table.ts';

export const WARNING_CODES = [
  'unreadable',
  'no_records',
  'mixed_date_orders',
  'several_address_columns',
  'no_address_column',
  'ragged_rows',
  'malformed_rows',
] as const;

/** Something about a source to look at before it is imported; rows and columns count from 1. */
export interface AnalysisWarning {
  readonly code: (typeof WARNING_CODES)[number];
  readonly message: string;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** Rows and columns of a source in which the warnings are found. */
export interface AnalyzedRows {
  /** Reason why the source is no CSV, as a sentence; null when it may be. */
  readonly unreadable: string | null;
  readonly rows: readonly RawRow[];
  readonly width: number;
  readonly columns: readonly NamedColumn[];
  readonly addressColumns: readonly number[];
  readonly mapping: readonly string[] | null;
  /** Rows whose address is in another column than the suggested one; null: none. */
  readonly halfFilled: HalfFilledAddresses | null;
}

/** More rows than this share, of another number of columns, are worth a warning. */
const RAGGED_SHARE = 0.05;
const SHOWN_ROWS = 5;

/** Returns the warnings, the most important first. */
export function findWarnings(analyzed: AnalyzedRows): AnalysisWarning[] {
  const { unreadable, rows } = analyzed;
  if (unreadable !== null) return [warning('unreadable', unreadable)];
  if (rows.length === 0) return [warning('no_records', 'The source has no records.')];
  return [
    ...addressWarnings(analyzed),
    ...dateWarnings(analyzed.columns.map(({ facts }) => facts)),
    ...shapeWarnings(analyzed),
  ];
}

function warning(
  code: AnalysisWarning['code'],
  message: string,
  { rows = [], columns = [] }: Partial<Pick<AnalysisWarning, 'rows' | 'columns'>> = {},
): AnalysisWarning {
  return { code, message, rows, columns };
}

function addressWarnings({ addressColumns, mapping, columns, halfFilled }: AnalyzedRows): AnalysisWarning[] {
  if (halfFilled !== null) {
    const { chosen, other, rows } = halfFilled;
    const message =
      `${called(columns[chosen]?.name ?? null, chosen)} is blank where ${called(columns[other]?.name ?? null, other)} has an address, in ` +
      `${rows.length} of the first rows: put all addresses into one column, or name the one to import in column_mapping.`;
    return [warning('several_address_columns', message, { rows: rows.slice(0, SHOWN_ROWS), columns: addressColumns })];
  }
  if (addressColumns.length > 1) {
    const message = `The columns ${addressColumns.join(' and ')} look like addresses${
      mapping === null
        ? ': name the one to import in column_mapping.'
        : `; column ${mapping.indexOf('email') + 1} is suggested.`
    }`;
    return [warning('several_address_columns', message, { columns: addressColumns })];
  }
  if (mapping !== null) return [];
  const message = `None of the ${columns.length} columns is clearly the one with the addresses.`;
  return [warning('no_address_column', message)];
}

function dateWarnings(facts: readonly ColumnFacts[]): AnalysisWarning[] {
  const columnsWith = (order: 'monthFirstRows' | 'dayFirstRows') =>
    facts.flatMap((each, at) => (each[order].length > 0 ? [at + 1] : []));
  const [monthFirst, dayFirst] = [columnsWith('monthFirstRows'), columnsWith('dayFirstRows')];
  if (monthFirst.length === 0 || dayFirst.length === 0) return [];
  const rowsOf = (order: 'monthFirstRows' | 'dayFirstRows') =>
    [...new Set(facts.flatMap((each) => each[order]))].sort((one, other) => one - other).slice(0, SHOWN_ROWS);
  const [mdy, dmy] = [rowsOf('monthFirstRows'), rowsOf('dayFirstRows')];
  const message =
    `Some dates have the month first (rows ${mdy.join(', ')}) and others the day (rows ${dmy.join(', ')}): ` +
    'file_format.date_format reads one order only.';
  const columns = [...new Set([...monthFirst, ...dayFirst])].sort((one, other) => one - other);
  return [warning('mixed_date_orders', message, { rows: [...mdy, ...dmy], columns })];
}

function shapeWarnings({ rows, width }: AnalyzedRows): AnalysisWarning[] {
  const malformed = rows.filter(({ error }) => error !== null);
  const ragged = rows.filter(({ error, fields }) => error === null && hasOtherWidth(fields, width));
  const numbersOf = (some: readonly RawRow[]) => some.slice(0, SHOWN_ROWS).map(({ rowNumber }) => rowNumber);
  const warnings: AnalysisWarning[] = [];
  if (ragged.length > RAGGED_SHARE * rows.length) {
    const message = `${ragged.length} of ${rows.length} rows do not have ${width} columns: they would fail.`;
    warnings.push(warning('ragged_rows', message, { rows: numbersOf(ragged) }));
  }
  if (malformed.length > 0) {
    const message = `${malformed.length} of ${rows.length} rows are malformed: ${malformed[0]?.error ?? ''}`;
    warnings.push(warning('malformed_rows', message, { rows: numbersOf(malformed) }));
  }
  return warnings;
}
