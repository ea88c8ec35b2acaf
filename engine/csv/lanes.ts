/** Lets a few pieces of work run at once and the others wait for their turn, in the order they came. */
export interface Lanes {
  /** @throws the signal's reason when it is aborted before the turn has come */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** Creates lanes for at most `count` pieces of work at once. */
export function createLanes(count: number): Lanes {
  let free = count;
  const waiting: (() => void)[] = [];

  const enter = async (signal: AbortSignal) => {
    signal.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error('The work was cancelled.'));
      };
      const turn = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      waiting.push(turn);
      signal.addEventListener('abort', abort, { once: true });
    });
  };
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };

  return {
    run: async (work, signal) => {
      await enter(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
