import { columnsHash } from '../csv/columns-hash.ts';
import { REASON_COLUMN } from '../csv/failed-log.ts';
import type { NamedColumn } from './table.ts';

/** Index of the last column with a name: a spreadsheet adds nameless ones where a row is longer than the header. */
export function lastNamed(columns: readonly NamedColumn[]): number {
  return columns.findLastIndex(({ name }) => name !== '');
}

/** Whether the file may be the failed log of an import with the mapping: behind its columns is the one of the reasons. */
export function isFailedLogOf(mapping: readonly string[], columns: readonly NamedColumn[]): boolean {
  const last = lastNamed(columns);
  const name = columns[last]?.name ?? null;
  return last === mapping.length && (name === null || name === REASON_COLUMN);
}

/** The mapping of an import as that of its failed log, if the file may be that: further columns are skipped. */
export function widenedMapping(mapping: readonly string[], columns: readonly NamedColumn[]): readonly string[] {
  if (!isFailedLogOf(mapping, columns)) return mapping;
  return [...mapping, ...columns.slice(mapping.length).map(() => '')];
}

/** The hash of the columns before the one of the reasons; null for a file without such a column. */
export function hashBeforeReason(columns: readonly NamedColumn[]): string | null {
  const last = lastNamed(columns);
  if (columns[last]?.name !== REASON_COLUMN) return null;
  return columnsHash(columns.slice(0, last).map(({ name }) => name ?? ''));
}
