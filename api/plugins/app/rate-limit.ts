import rateLimit from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { Caller } from '../../../engine/db/accounts/caller.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { TooManyCalls } from '../../http/errors.ts';
import { createMinuteCounts } from '../../http/minute-counts.ts';
import type { MinuteCounts } from '../../http/minute-counts.ts';
import { networkOf } from '../../http/network.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call of an authenticated caller. @throws TooManyCalls */
    limitRate: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
    /** Counts a call that sets a password. @throws TooManyCalls */
    limitPasswords: (request: FastifyRequest) => Promise<void>;
    /** Counts a call by the network that it comes from, also one without a credential. @throws TooManyCalls */
    limitNetwork: (request: FastifyRequest, limit: NetworkLimit) => Promise<void>;
  }
}

/** The calls that a network may make in a minute. */
interface NetworkLimit {
  /** Counts of one name are one, so all its limits are the same. */
  readonly name: string;
  readonly max: number;
  /** The calls in words. */
  readonly what: string;
}

/**
 * Limits the calls of each API key or user and of each organization, with all of these, unless the setting is 0. Processes that share
 * a Redis count together. Calls of a network are limited in any case.
 */
export default fp(
  async (app: FastifyInstance) => {
    const { rateLimitPerMinute, rateLimitPerOrganization, redisUrl } = app.config;
    const redis = redisUrl === undefined ? null : await connect(redisUrl);
    await app.register(rateLimit, {
      global: false,
      max: rateLimitPerMinute ?? 0,
      timeWindow: MINUTE_MS,
      keyGenerator: ({ caller: { by } }) => (by.type === 'user' ? `user/${by.id}` : String(by.id)),
      cache: COUNTED_KEYS,
      // Rather no limit than no service.
      skipOnError: true,
      nameSpace: 'rate-limit/',
      ...(redis && { redis }),
    });
    app.addHook('onClose', () => redis?.disconnect());
    app.decorate('limitNetwork', networkLimits(app, redis !== null));
    if (rateLimitPerMinute === null && rateLimitPerOrganization === null) {
      app.decorate('limitRate', () => Promise.resolve());
      app.decorate('limitPasswords', () => Promise.resolve());
      return;
    }
    const ofKey = {
      who: ({ by }: Caller) => (by.type === 'user' ? 'this user' : 'this API key'),
      max: rateLimitPerMinute,
      count: app.createRateLimit(),
    };
    const ofOrganization = {
      who: () => 'this organization',
      max: rateLimitPerOrganization,
      count: app.createRateLimit({
        max: rateLimitPerOrganization ?? 0,
        keyGenerator: ({ caller }) => `organization/${caller.organizationId}`,
      }),
    };
    app.decorate('limitRate', async (request: FastifyRequest, reply: FastifyReply) => {
      let fewest = Infinity;
      // A call that its key may not make does not count for its organization.
      for (const { who, max, count } of [ofKey, ofOrganization]) {
        if (max === null) continue;
        const use = await count(request);
        if (use.isAllowed) continue;
        // Of two limits the headers state the one that is reached first.
        if (use.isExceeded || use.remaining < fewest) {
          fewest = use.remaining;
          void reply.headers({
            'x-ratelimit-limit': max,
            'x-ratelimit-remaining': use.remaining,
            'x-ratelimit-reset': use.ttlInSeconds,
          });
        }
        if (use.isExceeded) throw tooMany(who(request.caller), `${max} calls`, use.ttlInSeconds);
      }
    });
    const { max } = BOUNDS.passwords;
    const countPassword = app.createRateLimit({
      max,
      keyGenerator: ({ caller }) => `passwords/${caller.organizationId}`,
    });
    app.decorate('limitPasswords', async (request: FastifyRequest) => {
      const use = await countPassword(request);
      if (!use.isAllowed && use.isExceeded)
        throw tooMany('this organization', `${max} calls that set a password`, use.ttlInSeconds);
    });
  },
  { name: 'rate-limit', dependencies: ['authentication'] },
);

/** This process counts in any case: without a Redis that answers, the limits of sign-ins must not end. */
function networkLimits(app: FastifyInstance, isShared: boolean): FastifyInstance['limitNetwork'] {
  const own = new Map<string, MinuteCounts>();
  const shared = new Map<string, ReturnType<FastifyInstance['createRateLimit']>>();
  return async (request, { name, max, what }) => {
    const keyOf = ({ ip }: FastifyRequest) => `${name}/${networkOf(ip)}`;
    const counts = own.get(name) ?? createMinuteCounts(max);
    own.set(name, counts);
    const refuse = (seconds: number) => {
      throw new TooManyCalls(`too many ${what} from this address`, seconds);
    };
    const seconds = counts.count(keyOf(request));
    if (seconds !== null) refuse(seconds);
    if (!isShared) return;
    const count = shared.get(name) ?? app.createRateLimit({ max, keyGenerator: keyOf });
    shared.set(name, count);
    const use = await count(request);
    if (!use.isAllowed && use.isExceeded) refuse(use.ttlInSeconds);
  };
}

const MINUTE_MS = 60_000;
const COMMAND_MS = 500;
/** Keys that a process without Redis counts. With more in one minute the counters of the least recent ones begin again. */
const COUNTED_KEYS = 50_000;

function tooMany(who: string, what: string, seconds: number): TooManyCalls {
  return new TooManyCalls(`${who} may make ${what} a minute`, seconds);
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
