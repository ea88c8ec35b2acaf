import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Cache } from '../../../engine/cache/cache.ts';
import { createCache } from '../../../engine/cache/create-cache.ts';
import { NO_REDIS, startRedis, type TestRedis } from '../../support/redis.ts';

let redis: TestRedis | null = null;

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(() => redis?.stop());

describe.each(['memory', 'redis'] as const)('a cache in %s', (kind) => {
  let cache: Cache;

  beforeEach(async (context) => {
    if (kind === 'redis' && !redis) context.skip(NO_REDIS);
    cache = await createCache(kind === 'redis' ? redis?.url : undefined);
  });

  afterEach(() => cache.close());

  it('misses a key that was never set', async () => {
    expect(await cache.get('conformance:never')).toBeNull();
  });

  it('returns the value that was set', async () => {
    await cache.set('conformance:a', '{"name":"läst 📬"}\r\n', 60);
    await cache.set('conformance:b', '', 60);
    expect(await cache.get('conformance:a')).toBe('{"name":"läst 📬"}\r\n');
    expect(await cache.get('conformance:b')).toBe('');
  });

  it('replaces a value', async () => {
    await cache.set('conformance:a', 'first', 60);
    await cache.set('conformance:a', 'second', 60);
    expect(await cache.get('conformance:a')).toBe('second');
  });

  it('accepts a fraction of a second', async () => {
    await cache.set('conformance:a', 'value', 59.9995);
    expect(await cache.get('conformance:a')).toBe('value');
  });

  it('adds a value where there is none, and leaves alone the one that is there', async () => {
    await cache.remove('conformance:a');
    await cache.add('conformance:a', 'first', 60);
    await cache.add('conformance:a', 'second', 60);
    expect(await cache.get('conformance:a')).toBe('first');
  });

  it('removes one value, or none', async () => {
    await cache.set('conformance:a', 'a', 60);
    await cache.set('conformance:b', 'b', 60);
    await cache.remove('conformance:a');
    await cache.remove('conformance:a');
    expect(await cache.get('conformance:a')).toBeNull();
    expect(await cache.get('conformance:b')).toBe('b');
  });

  it('misses, and does not throw, after close', async () => {
    await cache.set('conformance:a', 'a', 60);
    await cache.close();
    expect(await cache.get('conformance:a')).toBeNull();
    await cache.remove('conformance:a');
    await cache.close();
  });
});
