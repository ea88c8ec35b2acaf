import type { Cancel } from './clock.ts';
import type { Process } from './process.ts';

/** Places that processes hold one at a time: threads, locks, limits. Those that wait get one in the order in which they came. */
export interface Slots {
  /** Runs the process while it holds a slot. */
  hold<Result>(process: () => Process<Result>, options?: { readonly goesFirst?: boolean }): Process<Result>;
}

/** Creates so many free slots. */
export function createSlots(count: number): Slots {
  let free = count;
  const first: (() => void)[] = [];
  const others: (() => void)[] = [];
  const release = () => {
    const next = first.shift() ?? others.shift();
    if (next === undefined) free++;
    else next();
  };
  return {
    *hold(process, { goesFirst = false } = {}) {
      if (free > 0) free--;
      else {
        yield (resume): Cancel => {
          const waiting = goesFirst ? first : others;
          const start = () => resume();
          waiting.push(start);
          return () => {
            const place = waiting.indexOf(start);
            if (place >= 0) waiting.splice(place, 1);
          };
        };
      }
      try {
        return yield* process();
      } finally {
        release();
      }
    },
  };
}
