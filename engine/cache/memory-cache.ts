import type { Cache } from './cache.ts';

export interface MemoryCacheOptions {
  /** Beyond this many entries the least recently used one is dropped. */
  readonly maxEntries?: number;
  /** Milliseconds since any fixed moment. */
  readonly now?: () => number;
}

const MAX_ENTRIES = 10_000;

/** A cache inside this process: the stand-in where no Redis is configured. */
export function createMemoryCache(options: MemoryCacheOptions = {}): Cache {
  const { maxEntries = MAX_ENTRIES, now = () => performance.now() } = options;
  // A Map iterates in order of insertion: re-inserting on every use makes its first key the least recently used one.
  const entries = new Map<string, { value: string; expiresAt: number }>();

  const get = (key: string): string | null => {
    const entry = entries.get(key);
    entries.delete(key);
    if (!entry || entry.expiresAt <= now()) return null;
    entries.set(key, entry);
    return entry.value;
  };
  const set = (key: string, value: string, ttlSeconds: number): void => {
    entries.delete(key);
    entries.set(key, { value, expiresAt: now() + ttlSeconds * 1000 });
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
  };

  return {
    get: (key) => Promise.resolve(get(key)),

    set: (key, value, ttlSeconds) => {
      set(key, value, ttlSeconds);
      return Promise.resolve();
    },

    add: (key, value, ttlSeconds) => {
      if (get(key) === null) set(key, value, ttlSeconds);
      return Promise.resolve();
    },

    remove: (key) => {
      entries.delete(key);
      return Promise.resolve();
    },

    state: () => Promise.resolve('not_configured'),

    close: () => {
      entries.clear();
      return Promise.resolve();
    },
  };
}
