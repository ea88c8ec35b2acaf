import { createMemoryCache } from './memory-cache.ts';
import { createRedisCache, type CacheLog } from './redis-cache.ts';

/**
 * Short-lived text shared by the processes of one installation. It may lose anything at any time, and a lost removal
 * leaves a value until its time is up: keep `ttlSeconds` as short as a stale answer can be borne.
 */
export interface Cache {
  /** The value, null when absent or expired. */
  get(key: string): Promise<string | null>;
  /** Keeps the value for `ttlSeconds`, which is above zero. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** The same where the key has no value; leaves alone the one it has. */
  add(key: string, value: string, ttlSeconds: number): Promise<void>;
  remove(key: string): Promise<void>;
  /** Whether values are shared at the moment; not_configured: they are kept in this process. */
  state(): Promise<'up' | 'down' | 'not_configured'>;
  /** Lets go of connections; the cache is not used afterwards. */
  close(): Promise<void>;
}

/** Returns the Redis cache when an URL is configured, else one that only this process sees. */
export function createCache(redisUrl?: string, log?: CacheLog): Cache {
  return redisUrl === undefined ? createMemoryCache() : createRedisCache(redisUrl, log);
}
