import { createHeap } from './heap.ts';

/** Calls off what was scheduled or begun; without effect when it has happened. */
export type Cancel = () => void;

/** Virtual time in seconds, which passes from event to event. */
export interface Clock {
  now(): number;
  /** Schedules an event. Events of the same time happen in the order in which they were scheduled. */
  after(seconds: number, happen: () => void): Cancel;
  /** Lets no virtual time pass until the promise is settled. */
  hold(work: Promise<void>): void;
  /** Lets time pass until the condition holds. @throws Error when nothing is left to happen before that, or `limit` is reached */
  run(until: () => boolean, limit: number): Promise<void>;
}

interface Event {
  readonly at: number;
  happen: (() => void) | null;
}

/** Creates a clock that shows 0. */
export function createClock(): Clock {
  const events = createHeap<Event>();
  let now = 0;
  let held: Promise<void> | null = null;
  return {
    now: () => now,
    after: (seconds, happen) => {
      const event: Event = { at: now + Math.max(0, seconds), happen };
      events.add(event.at, event);
      return () => (event.happen = null);
    },
    hold: (work) => {
      held = held === null ? work : Promise.all([held, work]).then(() => undefined);
    },
    run: async (until, limit) => {
      for (;;) {
        while (held !== null) {
          const work: Promise<void> = held;
          held = null;
          await work;
        }
        if (until()) return;
        const event = events.take();
        if (event === undefined) throw new Error(`Nothing is left to happen at ${now.toFixed(1)} s.`);
        if (event.happen === null) continue;
        if (event.at > limit) throw new Error(`The simulation did not end within ${limit} s of virtual time.`);
        now = event.at;
        event.happen();
      }
    },
  };
}
