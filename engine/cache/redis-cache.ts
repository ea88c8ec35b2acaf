import { Redis } from 'ioredis';
import { withLogContext } from '../platform/log-context.ts';
import type { Cache } from './cache.ts';

/** Where trouble is reported; pino's and fastify's loggers are such. */
export interface CacheLog {
  warn(message: string): void;
  info(message: string): void;
}

const COMMAND_MS = 500;
const SILENCE_MS = 2_000;
const CONNECT_MS = 5_000;
const NO_RETRIES = 0;

const processWarnings: CacheLog = { warn: (message) => process.emitWarning(message), info: () => undefined };

/**
 * Creates a cache in Redis. No call ever rejects: while Redis is unavailable, `get` returns null and the others do nothing. An
 * outage is logged when it begins and when it ends, without the URL, which may hold a password.
 */
export function createRedisCache(url: string, log: CacheLog = processWarnings): Cache {
  const redis = new Redis(url, {
    keyPrefix: 'sluice:',
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    socketTimeout: SILENCE_MS,
    maxRetriesPerRequest: NO_RETRIES,
    // A write sent again after an outage could undo a removal made by another process in between.
    autoResendUnfulfilledCommands: false,
  });
  // Commands given before the first connection wait for it, for COMMAND_MS at most; those given in an outage do not.
  let isAway = false;
  let isReported = false;
  let isClosed = false;

  const report = (error: unknown) => {
    if (isReported || isClosed) return;
    isReported = true;
    // An outage belongs to no call, though it is one that notices it.
    withLogContext({}, () => log.warn(`Redis is unavailable (${reasonOf(error)}); continuing without a shared cache.`));
  };
  const recover = () => {
    if (!isReported) return;
    isReported = false;
    withLogContext({}, () => log.info('Redis is available again.'));
  };
  redis.on('error', report);
  redis.on('close', () => {
    isAway = true;
  });
  redis.on('ready', () => {
    isAway = false;
    recover();
  });

  const attempt = async <T>(command: () => Promise<T>): Promise<T | null> => {
    if (isAway || isClosed) return null;
    try {
      const answer = await command();
      recover();
      return answer;
    } catch (error) {
      report(error);
      return null;
    }
  };

  return {
    get: (key) => attempt(() => redis.get(key)),
    set: async (key, value, ttlSeconds) => {
      await attempt(() => redis.set(key, value, 'PX', Math.ceil(ttlSeconds * 1000)));
    },
    add: async (key, value, ttlSeconds) => {
      await attempt(() => redis.set(key, value, 'PX', Math.ceil(ttlSeconds * 1000), 'NX'));
    },
    remove: async (key) => {
      await attempt(() => redis.del(key));
    },
    state: async () => ((await attempt(() => redis.ping())) === null ? 'down' : 'up'),
    close: () => {
      isClosed = true;
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  return 'code' in error ? String(error.code) : error.name;
}
