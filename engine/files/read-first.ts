/**
 * Reads the first bytes of a stream.
 * @returns at least so many, fewer only where it has no more, and the whole stream, to be read once
 */
export async function readFirst(
  stream: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<{ readonly first: Buffer; readonly all: AsyncGenerator<Uint8Array, void, void> }> {
  const rest = stream[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < bytes) {
    const next = await rest.next();
    if (next.done === true) break;
    first = Buffer.concat([first, next.value]);
  }
  async function* all(): AsyncGenerator<Uint8Array, void, void> {
    try {
      if (first.length > 0) yield first;
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  }
  return { first, all: all() };
}
