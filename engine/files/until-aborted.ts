/**
 * Yields the items of a source until the signal aborts, then throws the signal's reason immediately, even while the source is
 * silent.
 */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T, void, void> {
  signal?.throwIfAborted();
  if (!signal) {
    yield* source;
    return;
  }

  const iterator = source[Symbol.asyncIterator]();
  let rejectStep: (reason: Error) => void = () => undefined;
  const abort = () => rejectStep(signal.reason as Error);
  // A promise for each step: racing against one for the whole would make that one keep every item until the end.
  const step = () =>
    new Promise<IteratorResult<T, unknown>>((resolve, reject) => {
      rejectStep = reject;
      iterator.next().then(resolve, reject);
    });
  let pending = false;
  signal.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      pending = true;
      const next = await step();
      pending = false;
      if (next.done) return;
      yield next.value;
      signal.throwIfAborted();
    }
  } finally {
    signal.removeEventListener('abort', abort);
    const closed = iterator.return?.();
    // A generator closes only after its pending step, which may never come.
    if (pending) closed?.catch(() => undefined);
    else await closed;
  }
}
