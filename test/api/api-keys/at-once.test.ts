import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../api/app.ts';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { NO_REDIS, startRedis } from '../../support/redis.ts';
import type { TestRedis } from '../../support/redis.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { createFakeJobs } from '../support/fake-jobs.ts';

const SWITCHED_OFF = { api_key: { active: false } };

interface Key {
  id: number;
  api_key: string;
}

async function addKey(api: TestApi, attributes: object = {}): Promise<Key> {
  return (await api.call<Key>('POST', '/api_keys', { api_key: { name: 'Used', ...attributes } })).data;
}

describe('a change of an API key', () => {
  let api: TestApi;
  /** Work to wait for before the next caller is added to the cache. */
  let beforeKeeping: (() => Promise<unknown>) | null = null;
  beforeAll(async () => {
    api = await build({}, (app) => {
      const { add } = app.cache;
      app.cache.add = async (...entry) => {
        const wait = beforeKeeping;
        beforeKeeping = null;
        await wait?.();
        return add(...entry);
      };
    });
  });

  const use = async (key: Key) => (await api.call('GET', '/api_keys', undefined, key.api_key)).status;

  it('An API key with active false cannot access the API: takes effect with the next call', async () => {
    const key = await addKey(api);
    expect(await use(key)).toBe(200);
    await api.call('PUT', `/api_keys/${key.id}`, SWITCHED_OFF);
    expect(await use(key)).toBe(401);
    await api.call('PUT', `/api_keys/${key.id}`, { api_key: { active: true } });
    expect(await use(key)).toBe(200);
  });

  it('ends a deleted key with the next call', async () => {
    const key = await addKey(api);
    expect(await use(key)).toBe(200);
    await api.call('DELETE', `/api_keys/${key.id}`);
    expect(await use(key)).toBe(401);
  });

  it('lets a key switch itself off, or delete itself', async () => {
    const [first, second] = [await addKey(api), await addKey(api)];
    expect(await api.call('PUT', `/api_keys/${first.id}`, SWITCHED_OFF, first.api_key)).toMatchObject({
      success: true,
    });
    expect(await api.call('DELETE', `/api_keys/${second.id}`, undefined, second.api_key)).toMatchObject({
      success: true,
    });
    expect([await use(first), await use(second)]).toEqual([401, 401]);
  });

  it('takes the role of a system administrator away with the next call', async () => {
    const key = await addKey(api, { role: 'system_admin' });
    const path = '/organizations/1/api_keys';
    expect((await api.call('GET', path, undefined, key.api_key)).status).toBe(200);
    await api.call('PUT', `/api_keys/${key.id}`, { api_key: { role: 'organization_admin' } });
    expect((await api.call('GET', path, undefined, key.api_key)).status).toBe(403);
  });

  it('holds against a call that looked the key up before, and keeps what it saw after', async () => {
    const key = await addKey(api);
    let seen = () => {};
    let goOn = () => {};
    const looked = new Promise<void>((resolve) => (seen = resolve));
    const changed = new Promise<void>((resolve) => (goOn = resolve));
    beforeKeeping = () => {
      seen();
      return changed;
    };
    const early = use(key);
    await looked;
    await api.call('PUT', `/api_keys/${key.id}`, SWITCHED_OFF);
    goOn();
    expect(await early).toBe(200);
    expect(await use(key)).toBe(401);
  });
});

describe('a change of an API key with Redis', () => {
  let redis: TestRedis | null = null;
  let api: TestApi | null = null;
  let another: FastifyInstance | null = null;
  beforeAll(async () => {
    redis = await startRedis();
    if (redis === null) return;
    api = await build({ redisUrl: redis.url });
    another = await buildApp({ config: api.config, logger: pino({ level: 'silent' }), jobs: createFakeJobs() });
  });
  afterAll(async () => {
    await another?.close();
    await redis?.stop();
  });

  it('takes effect at once in every process', async (context) => {
    if (api === null || another === null) return context.skip(NO_REDIS);
    const key = await addKey(api);
    const headers = { authorization: `Basic ${key.api_key}` };
    const call = { method: 'GET', url: `${API_PREFIX}/api_keys`, headers } as const;
    expect((await another.inject(call)).statusCode).toBe(200);
    await api.call('PUT', `/api_keys/${key.id}`, SWITCHED_OFF);
    expect((await another.inject(call)).statusCode).toBe(401);
  });

  it('ends a deleted key at once in every process, whichever knew it', async (context) => {
    if (api === null || another === null) return context.skip(NO_REDIS);
    const key = await addKey(api);
    const headers = { authorization: `Basic ${key.api_key}` };
    const call = { method: 'GET', url: `${API_PREFIX}/api_keys`, headers } as const;
    expect((await another.inject(call)).statusCode).toBe(200);
    await api.call('DELETE', `/api_keys/${key.id}`);
    expect((await another.inject(call)).statusCode).toBe(401);
    expect((await api.inject(call)).statusCode).toBe(401);
  });

  it('shows the credential in every process of one data folder', async (context) => {
    if (api === null || another === null) return context.skip(NO_REDIS);
    const key = await addKey(api);
    const headers = { authorization: `Basic ${api.admin}` };
    const answer = await another.inject({ method: 'GET', url: `${API_PREFIX}/api_keys/${key.id}`, headers });
    expect(answer.json()).toMatchObject({ data: { api_key: key.api_key } });
  });
});
