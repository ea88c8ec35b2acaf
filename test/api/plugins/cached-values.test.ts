import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_REDIS, startRedis } from '../../support/redis.ts';
import type { TestRedis } from '../../support/redis.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';

describe('an API whose Redis has values that it cannot read', () => {
  let redis: TestRedis | null = null;
  let client: Redis;
  let api: TestApi;
  beforeAll(async () => {
    redis = await startRedis();
    if (redis === null) return;
    client = new Redis(redis.url);
    api = await build({ redisUrl: redis.url });
  });
  afterAll(async () => {
    client?.disconnect();
    await redis?.stop();
  });

  /** Replaces each value of the service. */
  const spoil = async (spoilOne: (key: string) => Promise<unknown>) => {
    const keys = (await client.keys('sluice:*')).filter((key) => !key.endsWith(':state'));
    for (const key of keys) await spoilOne(key);
    return keys;
  };

  it.for([
    ['text', (key: string) => client.set(key, 'no JSON')],
    ['another record', (key: string) => client.set(key, '{"id":"7"}')],
    ['another type', (key: string) => client.del(key).then(() => client.rpush(key, 'a list'))],
  ] as const)('answers calls, as if there were none: %s', async ([, spoilOne], context) => {
    if (redis === null) return context.skip(NO_REDIS);
    expect((await api.call('GET', '/mailing_lists')).status).toBe(200);
    expect((await spoil(spoilOne)).some((key) => key.includes('api-key/'))).toBe(true);
    expect((await api.call('GET', '/mailing_lists')).status).toBe(200);
    expect((await api.call('GET', '/mailing_lists', undefined, Buffer.from('1:x').toString('base64'))).status).toBe(
      401,
    );
  });

  it('refuses a key that was revoked while Redis was full', async (context) => {
    if (redis?.isOwn !== true) return context.skip(NO_REDIS);
    await spoil((key) => client.del(key));
    const { id } = await api.addOrganization();
    const key = await api.addKey(id, 'organization_admin');
    expect((await api.call('GET', '/mailing_lists', undefined, key)).status).toBe(200);
    expect(await client.keys('sluice:api-key/*')).not.toEqual([]);
    const { rows } = await api.database.pool.query<{ id: number }>(
      `select id from api_keys where organization_id = $1 order by id desc limit 1`,
      [id],
    );
    await client.config('SET', 'maxmemory', '1');
    const answer = await api.call('PUT', `/api_keys/${rows[0]?.id}`, { api_key: { active: false } });
    await client.config('SET', 'maxmemory', '0');
    expect(answer.success).toBe(true);
    expect((await api.call('GET', '/mailing_lists', undefined, key)).status).toBe(401);
  });
});
