/** Runs a few tasks concurrently. Waiting ones are taken from each key in turn, the oldest of a key first. */
export interface FairQueue {
  /**
   * Waits for a slot.
   * @returns what frees the slot again
   * @throws QueueFull when too many of the key wait already, or the signal's reason
   */
  enter(key: Key, options?: EnterOptions): Promise<() => void>;
  /** Runs work in a slot. @throws as `enter` does, or what the work throws */
  run<Result>(key: Key, work: () => Promise<Result>, options?: EnterOptions): Promise<Result>;
}

/** The owner of tasks, such as the id of an organization. */
type Key = string | number;

export interface EnterOptions {
  /** Ends the wait for a slot. */
  readonly signal?: AbortSignal | undefined;
  /** The task goes before those of its key that do not, and before those of all keys while its own key holds no slot. */
  readonly goesFirst?: boolean | undefined;
}

export interface FairQueueLimits {
  /** Slots of all keys together. */
  readonly slots: number;
  /** Slots that one key may hold; all by default. */
  readonly slotsPerKey?: number;
  /** Waiting tasks of one key; any number by default. */
  readonly waitingPerKey?: number;
}

/** Too many of one key wait already. */
export class QueueFull extends Error {}

/** Functions that start the tasks that wait. */
type Waiting = (() => void)[];

/** The slots that a key holds, and its tasks that wait for one. */
interface Line {
  held: number;
  readonly first: Waiting;
  readonly others: Waiting;
}

/** Creates a queue of this process. */
export function createFairQueue({ slots, slotsPerKey = slots, waitingPerKey = Infinity }: FairQueueLimits): FairQueue {
  // A Map iterates in order of insertion: a key that was served is inserted again, behind the others.
  const lines = new Map<Key, Line>();
  let free = slots;

  const startNext = () => {
    while (free > 0 && (startOne(urgent) || startOne(next)));
  };
  /** Starts a task of the first key that has one. @returns whether there was one */
  const startOne = (waitingOf: (line: Line) => Waiting): boolean => {
    for (const [key, line] of lines) {
      if (line.held >= slotsPerKey) continue;
      const start = waitingOf(line).shift();
      if (start === undefined) continue;
      hold(key, line);
      start();
      return true;
    }
    return false;
  };
  const hold = (key: Key, line: Line) => {
    free -= 1;
    line.held += 1;
    moveBack(key, line);
  };
  /** Puts a key behind the others; one without tasks is forgotten. */
  const moveBack = (key: Key, line: Line) => {
    lines.delete(key);
    if (!isIdle(line)) lines.set(key, line);
  };
  const release = (key: Key, line: Line) => {
    free += 1;
    line.held -= 1;
    moveBack(key, line);
    startNext();
  };
  const enter: FairQueue['enter'] = async (key, { signal, goesFirst = false } = {}) => {
    signal?.throwIfAborted();
    const line: Line = lines.get(key) ?? { held: 0, first: [], others: [] };
    if (free > 0 && line.held < slotsPerKey) {
      hold(key, line);
    } else {
      if (line.first.length + line.others.length >= waitingPerKey) throw new QueueFull(`Too many of ${key} wait.`);
      lines.set(key, line);
      await untilStarted(goesFirst ? line.first : line.others, signal).finally(() => isIdle(line) && lines.delete(key));
    }
    let isHeld = true;
    return () => {
      if (isHeld) release(key, line);
      isHeld = false;
    };
  };
  return {
    enter,
    run: async (key, work, options) => {
      const leave = await enter(key, options);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

/** The tasks of a key that go before those of other keys. */
function urgent({ held, first }: Line): Waiting {
  return held === 0 ? first : [];
}

/** The tasks of a key of which one is next. */
function next({ first, others }: Line): Waiting {
  return first.length > 0 ? first : others;
}

function isIdle(line: Line): boolean {
  return line.held === 0 && next(line).length === 0;
}

/** Waits to be started. A wait that the signal ends leaves the others as they are. @throws the signal's reason */
function untilStarted(waiting: Waiting, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      waiting.splice(waiting.indexOf(start), 1);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('The work was cancelled.'));
    };
    const start = () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    waiting.push(start);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
