import rateLimit from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { TooManyCalls } from '../../http/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call of an authenticated caller. @throws TooManyCalls */
    limitRate: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
    /** Counts a call that sets a password. @throws TooManyCalls */
    limitPasswords: (request: FastifyRequest) => Promise<void>;
  }
}

/** Limits the calls of each API key unless RATE_LIMIT_PER_MINUTE is 0; processes that share a Redis count together. */
export default fp(
  async (app: FastifyInstance) => {
    const { rateLimitPerMinute, redisUrl } = app.config;
    if (rateLimitPerMinute === null) {
      app.decorate('limitRate', () => Promise.resolve());
      app.decorate('limitPasswords', () => Promise.resolve());
      return;
    }
    const redis = redisUrl === undefined ? null : await connect(redisUrl);
    await app.register(rateLimit, {
      global: false,
      max: rateLimitPerMinute,
      timeWindow: MINUTE_MS,
      keyGenerator: ({ caller }) => String(caller.keyId),
      errorResponseBuilder: (_request, { ttl }) => tooMany(`${rateLimitPerMinute} calls`, ttl),
      // Rather no limit than no service.
      skipOnError: true,
      nameSpace: 'rate-limit/',
      ...(redis && { redis }),
    });
    const limit = app.rateLimit();
    app.decorate('limitRate', async (request: FastifyRequest, reply: FastifyReply) => {
      await limit.call(app, request, reply);
    });
    const { max } = BOUNDS.passwords;
    const countPassword = app.createRateLimit({ max, keyGenerator: ({ caller }) => `passwords/${caller.keyId}` });
    app.decorate('limitPasswords', async (request: FastifyRequest) => {
      const count = await countPassword(request);
      if (!count.isAllowed && count.isExceeded) throw tooMany(`${max} calls that set a password`, count.ttl);
    });
    app.addHook('onClose', () => redis?.disconnect());
  },
  { name: 'rate-limit', dependencies: ['authentication'] },
);

const MINUTE_MS = 60_000;
const COMMAND_MS = 500;

function tooMany(what: string, ttlMs: number): TooManyCalls {
  return new TooManyCalls(`this API key may make ${what} a minute`, Math.ceil(ttlMs / 1000));
}

async function connect(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    keyPrefix: 'sluice:',
    commandTimeout: COMMAND_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  });
  // The cache, which uses the same Redis, says when it is away.
  redis.on('error', () => undefined);
  return redis;
}
