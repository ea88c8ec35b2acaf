import type { Cache } from './cache.ts';

/**
 * Reads a value of a cache. One that `parse` throws at, which another version or program has written, is a miss like an absent one.
 * @returns null on a miss
 */
export async function readCached<Value>(
  cache: Cache,
  key: string,
  parse: (text: string) => Value,
): Promise<Value | null> {
  const text = await cache.get(key);
  if (text === null) return null;
  try {
    return parse(text);
  } catch {
    return null;
  }
}
