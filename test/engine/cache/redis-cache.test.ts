import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createRedisCache, type CacheLog } from '../../../engine/cache/redis-cache.ts';
import { NO_REDIS, startRedis, type TestRedis } from '../../support/redis.ts';

let redis: TestRedis | null = null;

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(() => redis?.stop());

describe('a Redis cache', () => {
  beforeEach((context) => {
    if (!redis) context.skip(NO_REDIS);
  });

  it('gives a value its time in Redis, under a prefix of its own', async () => {
    const cache = openCache(redisUrl(), recordingLog());
    const client = new Redis(redisUrl());
    onTestFinished(() => client.disconnect());
    await cache.set('a', 'value', 60);
    const milliseconds = await client.pttl('sluice:a');
    expect(milliseconds).toBeGreaterThan(0);
    expect(milliseconds).toBeLessThanOrEqual(60_000);
  });

  it('misses while Redis is away, says so once, and serves again when it is back', async () => {
    const relay = await startRelay(redisUrl());
    const log = recordingLog();
    const cache = openCache(relay.url, log);
    await cache.set('a', 'value', 60);
    expect(await cache.get('a')).toBe('value');

    await relay.cut();
    await log.next();
    expect(await cache.get('a')).toBeNull();
    await cache.set('a', 'changed', 60);
    await cache.remove('a');
    expect(log.lines).toEqual(['Redis is unavailable (ECONNREFUSED); continuing without a shared cache.']);

    await relay.mend();
    await log.next();
    expect(log.lines.slice(1)).toEqual(['Redis is available again.']);
    expect(await cache.get('a')).toBe('value');
  });

  it('misses when Redis refuses a command', async () => {
    const log = recordingLog();
    const cache = openCache(redisUrl(), log);
    const client = new Redis(redisUrl());
    onTestFinished(() => client.disconnect());
    await client.rpush('sluice:list', 'of another type');
    expect(await cache.get('list')).toBeNull();
    expect(await cache.get('list')).toBeNull();
    await client.del('sluice:list');
    expect(log.lines).toEqual(['Redis is unavailable (WRONGTYPE); continuing without a shared cache.']);
  });
});

describe('a Redis that is full', () => {
  it('keeps no value that was to be replaced, and says that it is down', async (context) => {
    if (redis?.isOwn !== true) return context.skip(NO_REDIS);
    const log = recordingLog();
    const cache = openCache(redisUrl(), log);
    const client = new Redis(redisUrl());
    onTestFinished(() => client.disconnect());
    expect(await cache.state()).toBe('up');
    await cache.set('key', 'caller', 60);
    await client.config('SET', 'maxmemory', '1');
    onTestFinished(() => client.config('SET', 'maxmemory', '0').then(() => undefined));

    expect(await cache.get('key')).toBe('caller');
    expect(await cache.state()).toBe('down');
    await cache.set('key', 'changed', 60);
    expect(await cache.get('key')).toBeNull();
    await client.config('SET', 'maxmemory', '0');
    expect(await cache.state()).toBe('up');
    expect(log.lines).toEqual([
      'Redis is unavailable (OOM); continuing without a shared cache.',
      'Redis is available again.',
    ]);
  });
});

describe('a Redis that was never there', () => {
  it('makes every call a miss, and its password is not logged', async () => {
    const log = recordingLog();
    const cache = openCache('redis://user:secret@127.0.0.1:1', log);
    expect(await cache.get('a')).toBeNull();
    await cache.set('a', 'value', 60);
    await cache.remove('a');
    expect(await cache.get('a')).toBeNull();
    expect(log.lines).toEqual(['Redis is unavailable (ECONNREFUSED); continuing without a shared cache.']);
  });

  it('that accepts connections and never answers makes a call a miss', async () => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const log = recordingLog();
    const cache = openCache(`redis://127.0.0.1:${(mute.address() as AddressInfo).port}`, log);
    onTestFinished(() => void mute.close());
    expect(await cache.get('a')).toBeNull();
    expect(log.lines).toHaveLength(1);
  });
});

function redisUrl(): string {
  return redis?.url ?? expect.unreachable(NO_REDIS);
}

function openCache(url: string, log: CacheLog) {
  const cache = createRedisCache(url, log);
  onTestFinished(() => cache.close());
  return cache;
}

function recordingLog(): CacheLog & { lines: string[]; next: () => Promise<void> } {
  const lines: string[] = [];
  let seen = 0;
  let wake = () => {};
  const record = (line: string) => {
    lines.push(line);
    wake();
  };
  const next = async () => {
    while (lines.length <= seen) await new Promise<void>((resolve) => (wake = resolve));
    seen += 1;
  };
  return { lines, next, warn: record, info: record };
}

/** Stands between the cache and Redis, so that one test's outage is nobody else's. */
async function startRelay(url: string): Promise<{ url: string; cut: () => Promise<void>; mend: () => Promise<void> }> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end.on('error', () => undefined).on('close', () => sockets.delete(end));
    }
    socket.pipe(upstream).pipe(socket);
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const ownPort = await listen(0);
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `redis://127.0.0.1:${ownPort}`, cut, mend: async () => void (await listen(ownPort)) };
}
