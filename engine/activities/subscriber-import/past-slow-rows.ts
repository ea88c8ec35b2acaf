import { RowTooSlow } from '../../csv/range-threads.ts';
import { fault } from '../faults.ts';

/** Slow rows of one range that fail alone; one that has more is parked, since each of them holds a thread for seconds. */
const MOST_SLOW_ROWS = 5;

/**
 * Does work on a range again when one of its rows takes too long, and names the rows that did so before.
 * @throws ApplicationFailure RowsTooSlow
 */
export async function pastSlowRows<Result>(
  work: (slowRows: readonly number[] | undefined) => Promise<Result>,
): Promise<Result> {
  let slowRows: readonly number[] | undefined;
  for (;;) {
    try {
      return await work(slowRows);
    } catch (error) {
      if (!(error instanceof RowTooSlow)) throw error;
      slowRows = [...(slowRows ?? []), ...(error.row === null ? [] : [error.row])];
      if (slowRows.length > MOST_SLOW_ROWS) {
        throw fault(
          'RowsTooSlow',
          `More than ${MOST_SLOW_ROWS} rows of one part of the file took too long to read, such as rows ${slowRows.join(', ')}.`,
        );
      }
    }
  }
}
