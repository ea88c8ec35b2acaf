import type { FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../api/app.ts';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import { NO_REDIS, startRedis } from '../../support/redis.ts';
import type { TestRedis } from '../../support/redis.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { createFakeJobs } from '../support/fake-jobs.ts';

const call = async (app: FastifyInstance, key: string) =>
  app.inject({ method: 'GET', url: `${API_PREFIX}/mailing_lists`, headers: { authorization: `Basic ${key}` } });
const statuses = async (app: FastifyInstance, key: string, calls: number) => {
  const seen: number[] = [];
  for (let i = 0; i < calls; i++) seen.push((await call(app, key)).statusCode);
  return seen;
};

describe('without a rate limit', () => {
  it('a key calls as often as it likes, and is told nothing of limits', async () => {
    const api = await build();
    expect(new Set(await statuses(api.app, api.admin, 50))).toEqual(new Set([200]));
    expect(Object.keys((await call(api.app, api.admin)).headers).join()).not.toContain('ratelimit');
  });
});

describe('a rate limit', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await build({ rateLimitPerMinute: 3 });
  });

  it('answers 429 in the envelope, and says when to come back', async () => {
    const { key } = await api.addOrganization();
    expect(await statuses(api.app, key, 3)).toEqual([200, 200, 200]);

    const refused = await call(api.app, key);

    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({
      success: false,
      data: null,
      error_code: 'requested_too_many',
      error_message: expect.stringMatching(/^this API key may make 3 calls a minute; wait \d+ seconds?$/),
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' });
  });

  it('is counted for each key alone, also of one organization', async () => {
    const { id, key } = await api.addOrganization();
    await statuses(api.app, key, 4);
    expect(await statuses(api.app, await api.addKey(id, 'organization_admin'), 1)).toEqual([200]);
  });

  it('leaves the health of the service alone', async () => {
    const health = () => api.inject({ method: 'GET', url: '/healthz' });
    for (let i = 0; i < 5; i++) expect((await health()).statusCode).toBe(200);
  });
});

/** Calls with two keys of one organization, which may make three calls each and four together, at two processes. */
async function sharesRate(api: TestApi, beside: FastifyInstance): Promise<void> {
  const { id, key } = await api.addOrganization();
  const second = await api.addKey(id, 'organization_admin');
  expect((await call(api.app, key)).headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' });
  // What a key may not do any more does not count for the organization.
  expect(await statuses(api.app, key, 4)).toEqual([200, 200, 429, 429]);
  expect((await call(beside, second)).headers).toMatchObject({
    'x-ratelimit-limit': '4',
    'x-ratelimit-remaining': '0',
  });
  const refused = await call(beside, second);
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toEqual({
    success: false,
    data: null,
    error_code: 'requested_too_many',
    error_message: expect.stringMatching(/^this organization may make 4 calls a minute; wait \d+ seconds?$/),
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '4', 'x-ratelimit-remaining': '0' });
  expect(await statuses(beside, (await api.addOrganization()).key, 1)).toEqual([200]);
}

describe('a rate limit of organizations', () => {
  it('is shared by all keys of one', async () => {
    const api = await build({ rateLimitPerMinute: 3, rateLimitPerOrganization: 4 });
    await sharesRate(api, api.app);
  });

  it('holds where keys have none', async () => {
    const api = await build({ rateLimitPerOrganization: 2 });
    const { key } = await api.addOrganization();
    expect(await statuses(api.app, key, 3)).toEqual([200, 200, 429]);
  });
});

describe('a rate limit with Redis', () => {
  let redis: TestRedis | null = null;
  let api: TestApi;
  let another: FastifyInstance;
  beforeAll(async () => {
    redis = await startRedis();
    if (redis === null) return;
    const mails = { mailFrom: 'sluice@example.com', publicUrl: 'https://mail.example.com' };
    api = await build({ redisUrl: redis.url, rateLimitPerMinute: 3, ...mails });
    another = await buildApp({ config: api.config, logger: pino({ level: 'silent' }), jobs: createFakeJobs() });
    await another.ready();
  });
  afterAll(async () => {
    if (redis !== null) await another.close();
    await redis?.stop();
  });

  it('counts the calls of all processes together, and forgets them after a minute', async (context) => {
    if (redis === null) return context.skip(NO_REDIS);
    const { key } = await api.addOrganization();
    expect([...(await statuses(api.app, key, 2)), ...(await statuses(another, key, 2))]).toEqual([200, 200, 200, 429]);

    const client = new Redis(redis.url);
    const [counter = ''] = await client.keys('sluice:rate-limit/*');
    expect(await client.pttl(counter)).toBeLessThanOrEqual(60_000);
    expect(await client.pttl(counter)).toBeGreaterThan(0);
    await client.del(counter);
    client.disconnect();
    expect(await statuses(api.app, key, 1)).toEqual([200]);
  });

  it('counts sign-ins and new passwords of a network at all processes', async (context) => {
    if (redis === null) return context.skip(NO_REDIS);
    const remoteAddress = '10.7.0.1';
    const tries = (app: FastifyInstance, url: string, payload: object | undefined, calls: number) =>
      Promise.all(
        Array.from({ length: calls }, async () => {
          const answer = await app.inject({
            method: payload === undefined ? 'POST' : 'PUT',
            url: `${API_PREFIX}${url}`,
            remoteAddress,
            headers: payload === undefined ? { 'sluice-console-code': 'x'.repeat(43) } : {},
            ...(payload !== undefined && { payload }),
          });
          return answer.statusCode;
        }),
      );
    const code = { code: 'a', password1: 'correct horse', password2: 'correct horse' };
    const limits = [
      ['/session', undefined, BOUNDS.signInsOfAddress.max],
      ['/password_resets', code, BOUNDS.passwordResetsOfAddress.max],
    ] as const;
    for (const [url, payload, max] of limits) {
      for (let left = max; left > 0; left -= 5) await tries(api.app, url, payload, Math.min(5, left));
      expect(await tries(another, url, payload, 1)).toEqual([429]);
    }
  });

  it('counts the calls of an organization at all processes, with any of its keys', async (context) => {
    if (redis === null) return context.skip(NO_REDIS);
    const settings = { redisUrl: redis.url, rateLimitPerMinute: 3, rateLimitPerOrganization: 4 };
    const limited = await build(settings);
    const beside = await buildApp({
      config: limited.config,
      logger: pino({ level: 'silent' }),
      jobs: createFakeJobs(),
    });
    await beside.ready();
    // The ids of its keys were those of another database.
    const client = new Redis(redis.url);
    await client.flushall();
    client.disconnect();
    await sharesRate(limited, beside);
    await beside.close();
  });

  it('limits nobody while Redis is away', async () => {
    const alone = await build({ redisUrl: `redis://127.0.0.1:${await lastingPort()}`, rateLimitPerMinute: 3 });
    expect(await statuses(alone.app, alone.admin, 6)).toEqual([200, 200, 200, 200, 200, 200]);
  });
});

describe('calls that set a password', () => {
  it('have a limit of their own, for all keys of an organization', async () => {
    const api = await build({ rateLimitPerMinute: 1_000 });
    const { id, key } = await api.addOrganization();
    const user = {
      ...{ full_name: 'Ann', email: 'ann@example.com', active: true, role: 'standard' },
      ...{ password1: 'correct horse', password2: 'correct horse' },
    };
    const { data } = await api.call<{ id: number }>('POST', '/users', { user }, key);
    const change = (attributes: object) => api.call('PUT', `/users/${data.id}`, { user: attributes }, key);
    for (let i = 1; i < 60; i++) expect(await change(user)).toMatchObject({ status: 200, success: true });

    expect(await change(user)).toMatchObject({
      status: 429,
      error_message: expect.stringMatching(
        /^this organization may make 60 calls that set a password a minute; wait \d+ s/,
      ),
    });
    expect(await change({ full_name: 'Bob' })).toMatchObject({ status: 200, success: true });
    const second = await api.addKey(id, 'organization_admin');
    expect(await api.call('PUT', `/users/${data.id}`, { user }, second)).toMatchObject({ status: 429 });
  });
});
