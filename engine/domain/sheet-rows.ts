import { z } from 'zod';

/**
 * The rows that the records of a sheet have in it, as runs of rows that follow one another: the number of the first record of each, and
 * of its row. Both count from 1; the header and empty rows are no records.
 */
export const sheetRows = z.array(z.tuple([z.number(), z.number()])).readonly();
export type SheetRows = z.infer<typeof sheetRows>;

/** The row of a record in its sheet; the number of the record itself where it is of no sheet. */
export function sheetRowOf(record: number, runs: SheetRows | undefined): number {
  const run = runs?.findLast(([first]) => first <= record);
  return run === undefined ? record : run[1] + record - run[0];
}
