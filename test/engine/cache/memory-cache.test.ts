import { expect, it } from 'vitest';
import { createMemoryCache } from '../../../engine/cache/memory-cache.ts';

it('forgets a value when its time is up', async () => {
  let now = 1_000;
  const cache = createMemoryCache({ now: () => now });
  await cache.set('a', 'value', 2);
  now += 1_999;
  expect(await cache.get('a')).toBe('value');
  now += 1;
  expect(await cache.get('a')).toBeNull();
});

it('counts the time anew when a value is replaced, not when it is read', async () => {
  let now = 0;
  const cache = createMemoryCache({ now: () => now });
  await cache.set('replaced', 'first', 2);
  await cache.set('read', 'first', 2);
  now += 1_500;
  await cache.set('replaced', 'second', 2);
  await cache.get('read');
  now += 1_500;
  expect(await cache.get('replaced')).toBe('second');
  expect(await cache.get('read')).toBeNull();
});

it('drops the least recently used value when it is full', async () => {
  const cache = createMemoryCache({ maxEntries: 2 });
  await cache.set('a', 'a', 60);
  await cache.set('b', 'b', 60);
  await cache.get('a');
  await cache.set('c', 'c', 60);
  expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual(['a', null, 'c']);
});

it('drops nothing when a value is replaced in a full cache', async () => {
  const cache = createMemoryCache({ maxEntries: 2 });
  await cache.set('a', 'a', 60);
  await cache.set('b', 'b', 60);
  await cache.set('b', 'again', 60);
  expect([await cache.get('a'), await cache.get('b')]).toEqual(['a', 'again']);
});
