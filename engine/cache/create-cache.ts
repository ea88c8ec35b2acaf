import type { Cache } from './cache.ts';
import { createMemoryCache } from './memory-cache.ts';
import type { CacheLog } from './redis-cache.ts';

/** Opens the Redis cache when a URL is configured, otherwise a cache of this process alone. */
export async function createCache(redisUrl?: string, log?: CacheLog): Promise<Cache> {
  if (redisUrl === undefined) return createMemoryCache();
  // Loaded only where there is a Redis: it takes a tenth of a second.
  const { createRedisCache } = await import('./redis-cache.ts');
  return createRedisCache(redisUrl, log);
}
