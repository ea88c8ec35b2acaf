/**
 * Passes a source on until the signal aborts, then throws the signal's reason at once, even while the source is silent.
 */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T, void, void> {
  signal?.throwIfAborted();
  if (!signal) {
    yield* source;
    return;
  }

  const { promise: aborted, release } = rejection(signal);
  const iterator = source[Symbol.asyncIterator]();
  let pending = false;
  try {
    for (;;) {
      pending = true;
      const next = await Promise.race([iterator.next(), aborted]);
      pending = false;
      if (next.done) return;
      yield next.value;
      signal.throwIfAborted();
    }
  } finally {
    release();
    const closed = iterator.return?.();
    // A generator closes only after its pending step, which may never come: nobody can wait for that one.
    if (pending) closed?.catch(() => undefined);
    else await closed;
  }
}

function rejection(signal: AbortSignal): { promise: Promise<never>; release: () => void } {
  let release = () => {};
  const promise = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    release = () => signal.removeEventListener('abort', abort);
  });
  promise.catch(() => undefined);
  return { promise, release };
}
