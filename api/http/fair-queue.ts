/** Runs a few calls concurrently. Waiting ones are taken from each key in turn, the oldest of a key first. */
export interface FairQueue {
  /**
   * Waits for a slot.
   * @returns what frees the slot again
   * @throws QueueFull when too many of the key wait already
   */
  enter(key: string): Promise<() => void>;
  /** Runs work in a slot. @throws QueueFull, or what the work throws */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export interface FairQueueLimits {
  /** Slots of all keys together. */
  readonly slots: number;
  /** Slots that one key may hold. */
  readonly slotsPerKey: number;
  /** How many of one key may wait for a slot. */
  readonly waitingPerKey: number;
}

/** Too many of one key wait already. */
export class QueueFull extends Error {}

/** The slots that a key holds, and what starts the work that waits for one. */
interface Line {
  held: number;
  readonly waiting: (() => void)[];
}

/** Creates a queue of this process. */
export function createFairQueue({ slots, slotsPerKey, waitingPerKey }: FairQueueLimits): FairQueue {
  // A Map iterates in order of insertion: a key that was served is inserted again, behind the others.
  const keys = new Map<string, Line>();
  let free = slots;

  const startNext = () => {
    for (const [key, entry] of keys) {
      if (free === 0) return;
      if (entry.held >= slotsPerKey) continue;
      const start = entry.waiting.shift();
      if (start === undefined) continue;
      hold(key, entry);
      start();
    }
  };
  const hold = (key: string, entry: Line) => {
    free -= 1;
    entry.held += 1;
    keys.delete(key);
    keys.set(key, entry);
  };
  const release = (key: string) => {
    const entry = keys.get(key);
    if (entry === undefined) return;
    free += 1;
    entry.held -= 1;
    keys.delete(key);
    if (entry.held > 0 || entry.waiting.length > 0) keys.set(key, entry);
    startNext();
  };
  const enter = async (key: string) => {
    const entry: Line = keys.get(key) ?? { held: 0, waiting: [] };
    if (free > 0 && entry.held < slotsPerKey) {
      hold(key, entry);
    } else {
      if (entry.waiting.length >= waitingPerKey) throw new QueueFull(`Too many of ${key} wait.`);
      keys.set(key, entry);
      await new Promise<void>((resolve) => entry.waiting.push(resolve));
    }
    let isHeld = true;
    return () => {
      if (isHeld) release(key);
      isHeld = false;
    };
  };
  return {
    enter,
    run: async (key, work) => {
      const leave = await enter(key);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
