/** Bounds how many tasks run at the same time; the others wait in the order of their calls, behind those that go first. */
export interface ConcurrencyLimit {
  /** Runs a task when a slot is free. @throws the signal's reason when it is aborted before that */
  run<Result>(
    work: () => Promise<Result>,
    signal: AbortSignal,
    options?: { readonly goesFirst?: boolean },
  ): Promise<Result>;
}

/** Creates a limit of `count` tasks at the same time. (p-limit cannot remove a waiting task when its signal aborts.) */
export function createConcurrencyLimit(count: number): ConcurrencyLimit {
  let free = count;
  const first: (() => void)[] = [];
  const others: (() => void)[] = [];

  const acquire = async (signal: AbortSignal, waiting: (() => void)[]) => {
    signal.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error('The work was cancelled.'));
      };
      const start = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      waiting.push(start);
      signal.addEventListener('abort', abort, { once: true });
    });
  };
  const release = () => {
    const next = first.shift() ?? others.shift();
    if (next === undefined) free++;
    else next();
  };

  return {
    run: async (work, signal, { goesFirst = false } = {}) => {
      await acquire(signal, goesFirst ? first : others);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
