import { Redis } from 'ioredis';
import { withLogContext } from '../platform/log-context.ts';
import type { Cache } from './cache.ts';

/** Logger that faults of the cache are reported to; pino's and fastify's loggers fit. */
export interface CacheLog {
  warn(message: string): void;
  info(message: string): void;
}

const COMMAND_MS = 500;
const SILENCE_MS = 2_000;
const CONNECT_MS = 5_000;
const NO_RETRIES = 0;
/** A key written to see whether values can be. */
const STATE_KEY = 'state';
const STATE_MS = 1_000;

/** Commands that an outage is about: all, or those that store something. */
type Reach = 'any' | 'storing';

const processWarnings: CacheLog = { warn: (message) => process.emitWarning(message), info: () => undefined };

/**
 * Creates a cache in Redis. No call ever rejects: while Redis is unavailable, `get` returns null and the others do nothing; while it is
 * full, `set` removes the value of before. An outage is logged when it begins and when it ends, without the URL, which may hold a password.
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
  let reported: Reach | null = null;
  let isClosed = false;

  const report = (error: unknown, reach: Reach = 'any') => {
    if (reported !== null || isClosed) return;
    reported = reach;
    // An outage belongs to no call, though it is one that notices it.
    withLogContext({}, () => log.warn(`Redis is unavailable (${reasonOf(error)}); continuing without a shared cache.`));
  };
  const recover = () => {
    if (reported === null) return;
    reported = null;
    withLogContext({}, () => log.info('Redis is available again.'));
  };
  redis.on('error', (error) => report(error));
  redis.on('close', () => {
    isAway = true;
  });
  redis.on('ready', () => {
    isAway = false;
    recover();
  });

  const attempt = async <T>(command: () => Promise<T>, reach: Reach = 'any'): Promise<T | null> => {
    if (isAway || isClosed) return null;
    try {
      const answer = await command();
      // A full Redis answers all but commands that store something.
      if (reported !== 'storing' || reach === 'storing') recover();
      return answer;
    } catch (error) {
      report(error, reach);
      return null;
    }
  };
  const store = <T>(command: () => Promise<T>) => attempt(command, 'storing');

  return {
    get: (key) => attempt(() => redis.get(key)),
    set: async (key, value, ttlSeconds) => {
      const answer = await store(() => redis.set(key, value, 'PX', Math.ceil(ttlSeconds * 1000)));
      // A full Redis takes no value, but the one of before must not stay.
      if (answer === null) await attempt(() => redis.del(key));
    },
    add: async (key, value, ttlSeconds) => {
      await store(() => redis.set(key, value, 'PX', Math.ceil(ttlSeconds * 1000), 'NX'));
    },
    remove: async (key) => {
      await attempt(() => redis.del(key));
    },
    state: async () => ((await store(() => redis.set(STATE_KEY, '', 'PX', STATE_MS))) === null ? 'down' : 'up'),
    close: () => {
      isClosed = true;
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if ('code' in error) return String(error.code);
  // An answer of Redis begins with a code such as OOM, and may quote a command after it.
  return /^[A-Z]{2,}\b/.exec(error.message)?.[0] ?? error.name;
}
