import type { Cancel, Clock } from './clock.ts';
import { createHeap } from './heap.ts';
import type { Heap } from './heap.ts';
import type { Process } from './process.ts';

/** The processors of one machine, shared by what runs on it. */
export interface Processors {
  readonly cores: number;
  /** Uses processor time: at most one core at a time, and less when others want more than there is. */
  use(seconds: number, priority?: Priority): Process;
  /** Processor seconds that were used until now. */
  used(): number;
}

/** Bulk work runs at a niceness of 5 next to calls and local activities; Linux gives it about a third of their share. */
export type Priority = 'calls' | 'bulk';
const WEIGHTS = { calls: 3, bulk: 1 } as const;

/** The work of one priority: each unit gets the same share, so the one with the least left ends first. */
interface Sharing {
  readonly weight: number;
  readonly work: Heap<Work>;
  running: number;
  /** Processor seconds that each unit has got since the beginning. */
  given: number;
  /** Of a core, for each unit. */
  rate: number;
}

interface Work {
  readonly endsAt: number;
  end: (() => void) | null;
}

/** Creates idle processors. */
export function createProcessors(clock: Clock, cores: number): Processors {
  const sharings = (['calls', 'bulk'] as const).map((name): Sharing => ({
    weight: WEIGHTS[name],
    work: createHeap(),
    running: 0,
    given: 0,
    rate: 1,
  }));
  let readAt = clock.now();
  let used = 0;
  let cancelNext: Cancel = () => undefined;

  const settle = () => {
    const passed = clock.now() - readAt;
    readAt = clock.now();
    for (const sharing of sharings) {
      sharing.given += passed * sharing.rate;
      used += passed * sharing.rate * sharing.running;
    }
  };
  const share = () => {
    let free = cores;
    let units = sharings.reduce((sum, { weight, running }) => sum + weight * running, 0);
    for (const sharing of sharings) {
      const { weight, running } = sharing;
      sharing.rate = units === 0 ? 1 : Math.min(1, (free * weight) / units);
      free -= sharing.rate * running;
      units -= weight * running;
    }
  };
  const scheduleNext = () => {
    cancelNext();
    let soonest = Infinity;
    for (const sharing of sharings) {
      dropCancelled(sharing.work);
      const next = sharing.work.peek();
      if (next !== undefined) soonest = Math.min(soonest, (next.endsAt - sharing.given) / sharing.rate);
    }
    cancelNext = soonest === Infinity ? () => undefined : clock.after(soonest, endNext);
  };
  const endNext = () => {
    settle();
    const ended: (() => void)[] = [];
    for (const sharing of sharings) {
      for (let next = sharing.work.peek(); next !== undefined; next = sharing.work.peek()) {
        if (next.end !== null && next.endsAt > sharing.given + PRECISION) break;
        sharing.work.take();
        if (next.end === null) continue;
        sharing.running--;
        ended.push(next.end);
        next.end = null;
      }
    }
    share();
    scheduleNext();
    for (const end of ended) end();
  };
  return {
    cores,
    *use(seconds, priority = 'bulk') {
      if (seconds <= 0) return;
      yield (resume) => {
        settle();
        const sharing = sharings[priority === 'calls' ? 0 : 1]!;
        const work: Work = { endsAt: sharing.given + seconds, end: () => resume() };
        sharing.work.add(work.endsAt, work);
        sharing.running++;
        share();
        scheduleNext();
        return () => {
          if (work.end === null) return;
          settle();
          work.end = null;
          sharing.running--;
          share();
          scheduleNext();
        };
      };
    },
    used: () => {
      settle();
      return used;
    },
  };
}

/** Seconds; floating point sums are not exact. */
const PRECISION = 1e-9;

function dropCancelled(work: Heap<Work>): void {
  while (work.peek()?.end === null) work.take();
}
