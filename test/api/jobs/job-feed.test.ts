import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { createFeed, jobOf, LISTENING, NEVER, readerOf } from './support/test-feed.ts';

describe('the events of jobs', () => {
  it('are read once for a thousand listeners, and sent when a job has changed', async () => {
    const { feed, world } = createFeed({ poll: 20 });
    world.jobs = Array.from({ length: 5 }, (_, at) => jobOf(at + 1, { organizationId: at + 1 }));
    const streams = await Promise.all(
      Array.from({ length: 1000 }, (_, at) => feed.listen({ ...LISTENING, organizationId: (at % 5) + 1 })),
    );
    // One for each organization: those that came while it ran share it. Polls come on top.
    expect(world.reads).toBeLessThan(20);
    const clients = streams.map(readerOf);
    await clients[999]!.until(() => clients.every(({ events }) => events().length === 1));
    world.jobs = world.jobs.map((job) => ({ ...job, done: 50 }));
    await clients[999]!.until(() => clients.every(({ events }) => events().length === 2));
    const readsBefore = world.reads;
    await clients[0]!.until(() => world.reads === readsBefore + 3);
    expect(clients.map(({ events }) => events().length)).not.toContain(3);
    expect(world.keyReads).toBe(0);
  });

  it('are not read again for a listener that comes shortly after another one', async () => {
    const { feed, world } = createFeed({ fresh: NEVER });
    world.jobs = [jobOf(1)];
    await feed.listen(LISTENING);
    const client = readerOf(await feed.listen(LISTENING));
    await client.until(() => client.events().length === 1);
    expect(world.reads).toBe(1);
    await feed.listen({ ...LISTENING, organizationId: 2 });
    expect(world.reads).toBe(2);
  });

  it('of all organizations take one more read for all who listen to them, and every other listener has those of its own', async () => {
    const { feed, world } = createFeed({ poll: 20 });
    world.jobs = [jobOf(1), jobOf(2, { organizationId: 2 }), jobOf(3, { organizationId: 3 })];
    const own = readerOf(await feed.listen(LISTENING));
    const streams = await Promise.all(
      Array.from({ length: 100 }, () => feed.listen({ ...LISTENING, organizationId: null })),
    );
    const clients = streams.map(readerOf);
    await own.until(() => clients.every(({ events }) => events().length === 3));
    world.jobs = world.jobs.map((job) => ({ ...job, done: 50 }));
    await own.until(() => clients.every(({ events }) => events().length === 6));
    expect(clients[0]!.events().map(({ data }) => data.organization_id)).toEqual([1, 2, 3, 1, 2, 3]);
    expect(own.events().map(({ data }) => [data.id, data.progress_value])).toEqual([
      [1, 0],
      [1, 50],
    ]);
    const readsBefore = world.reads;
    await own.until(() => world.reads >= readsBefore + 6);
    expect(new Set(world.since.slice(readsBefore).map(Number)).size).toBe((world.reads - readsBefore) / 2);
  });

  it('begin with the unfinished jobs of the organization, with their health', async () => {
    const { feed, world } = createFeed();
    const ended = jobOf(3, { state: 'finished', finishedAt: new Date() });
    world.jobs = [jobOf(1), jobOf(2, { organizationId: 2 }), ended, jobOf(9)];
    const client = readerOf(await feed.listen(LISTENING));
    await client.until(() => client.events().length === 2);
    expect(client.text()).toMatch(/^retry: 3000\n\n/);
    expect(client.events().map(({ data }) => [data.id, data.health])).toEqual([
      [1, 'ok'],
      [9, 'stalled'],
    ]);
  });

  it.each([-300_000, 300_000])(
    'have the ends of jobs where the clock of the database is %d ms ahead',
    async (aheadMs) => {
      const { feed, world } = createFeed({ poll: 10 });
      world.aheadMs = aheadMs;
      world.jobs = [jobOf(1)];
      const client = readerOf(await feed.listen(LISTENING));
      await client.until(() => client.events().length === 1);
      world.jobs = [jobOf(1, { state: 'finished', finishedAt: new Date(Date.now() + aheadMs) })];
      const { reads } = world;
      await client.until(() => world.reads >= reads + 3);
      expect(client.events().map(({ data }) => data.state)).toEqual(['importing', 'finished']);
      const [at = ''] = client.events()[1]?.id.split('-') ?? [];
      expect(Math.abs(Number(at) - Date.now() - aheadMs)).toBeLessThan(5_000);
    },
  );

  it('of a queue that moves up are fewer, the more clients listen', async () => {
    const { feed, world } = createFeed({ moves: 4 });
    const queueFrom = (place: number) =>
      [0, 1, 2, 3].map((at) => jobOf(at + 1, { state: 'scheduled', placeInQueue: place + at }));
    world.jobs = queueFrom(11);
    await feed.listen(LISTENING);
    world.jobs = queueFrom(1);
    const second = readerOf(await feed.listen(LISTENING));
    await second.until(() => second.events().length === 4);
    expect(second.events().map(({ data }) => data.place_in_queue)).toEqual([1, 2, 13, 14]);
  });

  it('of one job end with it', async () => {
    const { feed, world } = createFeed({ poll: 10 });
    world.jobs = [jobOf(1), jobOf(2)];
    const client = readerOf(await feed.listen({ ...LISTENING, workflowId: 'subscriber-import/1' }));
    await client.until(() => client.events().length === 1);
    world.jobs = [jobOf(1, { state: 'failed', errorMessage: 'x', finishedAt: new Date() }), jobOf(2)];
    await client.until(client.hasEnded);
    expect(client.events().map(({ data }) => [data.id, data.state])).toEqual([
      [1, 'importing'],
      [1, 'failed'],
    ]);
  });

  it('wait for a slow reader as ids alone, and are sent as they are when it reads again', async () => {
    const { feed, world } = createFeed({ poll: 5 });
    const many = Array.from({ length: 500 }, (_, at) => jobOf(at + 1));
    world.jobs = many;
    const stream = await feed.listen(LISTENING);
    for (let done = 1; done <= 10; done++) {
      world.jobs = many.map((job) => ({ ...job, done }));
      const { reads } = world;
      while (world.reads < reads + 2) await delay(2);
    }
    expect(stream.readableLength).toBeLessThan(40_000);
    const client = readerOf(stream);
    const latest = () => new Map(client.events().map(({ data }) => [data.id, data.progress_value]));
    await client.until(() => latest().size === 500 && [...latest().values()].every((value) => value === 10));
    expect(client.events().length).toBeLessThan(700);
  });

  it('end when the client reads nothing, when the key is no longer active and after the longest time', async () => {
    const { feed, world } = createFeed({ beat: 10, blocked: 1, poll: 5 });
    world.jobs = Array.from({ length: 300 }, (_, at) => jobOf(at + 1));
    const silent = await feed.listen(LISTENING);
    while (!silent.destroyed) await delay(5);

    const revoked = readerOf(await feed.listen(LISTENING));
    await revoked.until(() => revoked.text().includes(': heartbeat\n\n'));
    world.keys.clear();
    await revoked.until(revoked.hasEnded);

    world.keys.add('api_key/1');
    const long = createFeed({ beat: 10, longest: 20 });
    const client = readerOf(await long.feed.listen(LISTENING));
    await client.until(client.hasEnded);
  });

  it('are opened so often a minute by each organization', async () => {
    const { feed, world } = createFeed({ fresh: NEVER });
    world.jobs = [jobOf(1)];
    for (let n = 0; n < BOUNDS.openedEventStreams.max; n++)
      await once((await feed.listen(LISTENING)).destroy(), 'close');
    await expect(feed.listen(LISTENING)).rejects.toThrow(
      /^this organization may open 600 event streams a minute; wait \d+ second/,
    );
    await feed.listen({ ...LISTENING, organizationId: 2 });
    expect(world.reads).toBe(2);
  });

  it('are bounded by organization, and read nothing once no client listens', async () => {
    const { feed, world } = createFeed({ poll: 5 });
    const streams = [];
    for (let n = 0; n < BOUNDS.eventListeners.max; n++) streams.push(await feed.listen(LISTENING));
    await expect(feed.listen(LISTENING)).rejects.toThrow(/^this organization has 200 event streams; wait/);
    await feed.listen({ ...LISTENING, organizationId: 2 }).then((stream) => stream.destroy());
    for (const stream of streams) stream.destroy();
    await delay(20);
    const { reads } = world;
    await delay(30);
    expect(world.reads).toBe(reads);
    await expect(feed.listen(LISTENING)).resolves.toBeDefined();
  });
});
