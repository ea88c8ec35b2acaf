import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop in which no other bulk work runs. Bulk work on the main thread waits for one before each
 * slice: then all of it together delays calls, tasks and small imports by one slice, and those who wait have turns alternately.
 */
export function nextBulkTurn(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}
