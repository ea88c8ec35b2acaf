import { createServerClock } from '../../engine/jobs/server-clock.ts';
import { coalesce } from '../http/coalesce.ts';

/** Resolves to the milliseconds since 1970 by the clock of the database. */
export type DatabaseClock = () => Promise<number>;

/** Milliseconds that pass by the clock of this process, which no setting changes, before the time is read again. */
const READ_AGAIN_MS = 10_000;

/**
 * Creates a clock by which processes on hosts whose clocks differ agree.
 * @param read the time of the database
 */
export function createDatabaseClock(read: () => Promise<Date>): DatabaseClock {
  const clock = createServerClock();
  let readAt = -Infinity;
  const note = coalesce(async () => {
    clock.note((await read()).getTime());
    readAt = performance.now();
  });
  return async () => {
    if (performance.now() - readAt > READ_AGAIN_MS) await note();
    return clock.now();
  };
}
