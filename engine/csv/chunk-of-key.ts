/** The assignment of an import's rows to chunks: equal keys go to the same chunk, in any range and at any attempt. */
export interface Partitioning {
  readonly chunks: number;
  /**
   * The first key of each chunk except the first, in the order of `compareKeys`: a chunk is a range of keys, so that a
   * merge touches few pages. Null when no keys were sampled: rows are then assigned by a hash.
   */
  readonly firstKeys: readonly string[] | null;
}

/** Cuts the keys of a sample into as many chunks of equal size; null when there is nothing to cut. */
export function firstKeysOf(sample: readonly string[], chunks: number): string[] | null {
  if (chunks < 2 || sample.length === 0) return null;
  const sorted = sample.toSorted(compareKeys);
  return Array.from({ length: chunks - 1 }, (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / chunks)] ?? '');
}

/** Compiles the function that returns the chunk of a key. */
export function compileChunkOf({ chunks, firstKeys }: Partitioning): (key: string) => number {
  if (chunks === 1) return () => 0;
  if (firstKeys === null) return (key) => hash(key) % chunks;
  const prefixes = Float64Array.from(firstKeys, prefixOf);
  return (key) => {
    const prefix = prefixOf(key);
    let chunk = 0;
    for (let end = firstKeys.length; chunk < end;) {
      const middle = (chunk + end) >>> 1;
      const difference = prefix - (prefixes[middle] ?? 0);
      const isBefore = difference < 0 || (difference === 0 && key < (firstKeys[middle] ?? ''));
      if (isBefore) end = middle;
      else chunk = middle + 1;
    }
    return chunk;
  };
}

/** Compares keys; for ASCII keys, such as email addresses, the order is that of Postgres. */
function compareKeys(a: string, b: string): number {
  return prefixOf(a) - prefixOf(b) || (a < b ? -1 : a > b ? 1 : 0);
}

const PREFIX_CHARACTERS = 6;

/** Returns the beginning of a key as a number: comparing two of them takes a tenth of the time of comparing strings. */
function prefixOf(key: string): number {
  let prefix = 0;
  for (let i = 0; i < PREFIX_CHARACTERS; i++)
    prefix = prefix * 256 + (i < key.length ? Math.min(key.charCodeAt(i), 255) : 0);
  return prefix;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a. */
function hash(key: string): number {
  let hashed = FNV_OFFSET;
  for (let i = 0; i < key.length; i++) hashed = Math.imul(hashed ^ key.charCodeAt(i), FNV_PRIME);
  return hashed >>> 0;
}
