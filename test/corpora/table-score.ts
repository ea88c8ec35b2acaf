import { harmonicMean } from './dialect-score.ts';

/** Rows of cells; the first row is the header. */
export type Rows = readonly (readonly string[])[];

/** Precision, recall and their harmonic mean. */
export interface Overlap {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Overlap of a table that was read with the right one. */
export interface TableScore {
  readonly header: Overlap;
  readonly records: Overlap;
  readonly cells: Overlap;
}

/**
 * Compares a table that was read with the table it should be, as Pollock's metrics.py does: the cells of the header, the records below it
 * (each as the text of its cells), and all cells, each as multisets. Where the right table has nothing, anything is right.
 *
 * Pollock first brings the cells of headers and records into one notation for numbers, dates and money. Here they are compared as they
 * stand, which changes the third decimal of the mean of all files.
 */
export function compareTables(expected: Rows, found: Rows): TableScore {
  if (expected.length === 0) return { header: ALL, records: ALL, cells: ALL };
  const recordsOf = (rows: Rows) => rows.slice(1).map((cells) => cells.join(''));
  return {
    header: overlapOf(expected[0] ?? [], found[0] ?? []),
    records: overlapOf(recordsOf(expected), recordsOf(found)),
    cells: overlapOf(expected.flat(), found.flat()),
  };
}

/** The sum of the nine shares: 0 to 9. */
export function sumOf({ header, records, cells }: TableScore): number {
  return [header, records, cells].reduce((sum, { precision, recall, f1 }) => sum + precision + recall + f1, 0);
}

const ALL: Overlap = { precision: 1, recall: 1, f1: 1 };

function overlapOf(expected: readonly string[], found: readonly string[]): Overlap {
  if (expected.length === 0) return ALL;
  const left = new Map<string, number>();
  for (const text of expected) left.set(text, (left.get(text) ?? 0) + 1);
  let common = 0;
  for (const text of found) {
    const count = left.get(text) ?? 0;
    if (count > 0) common += 1;
    left.set(text, count - 1);
  }
  const precision = found.length === 0 ? 0 : common / found.length;
  const recall = common / expected.length;
  return { precision, recall, f1: harmonicMean(precision, recall) };
}
