import type { Cache } from './cache.ts';
import { createMemoryCache } from './memory-cache.ts';
import { createRedisCache, type CacheLog } from './redis-cache.ts';

/** Opens the Redis cache when a URL is configured, otherwise a cache of this process alone. */
export function createCache(redisUrl?: string, log?: CacheLog): Cache {
  return redisUrl === undefined ? createMemoryCache() : createRedisCache(redisUrl, log);
}
