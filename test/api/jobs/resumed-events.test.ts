import { describe, expect, it } from 'vitest';
import { createFeed, endedJobs, HOUR, idOf, jobOf, LISTENING, NEVER, readerOf } from './support/test-feed.ts';

describe('streams of events', () => {
  it('resume with the jobs that have ended since, and leave out what the client has', async () => {
    const { feed, world } = createFeed();
    world.jobs = [jobOf(1), jobOf(2)];
    const first = readerOf(await feed.listen(LISTENING));
    await first.until(() => first.events().length === 2);
    const lastEventId = first.events()[1]!.id;
    world.jobs = [jobOf(1, { state: 'finished', finishedAt: new Date() }), jobOf(2)];
    const second = readerOf(await feed.listen({ ...LISTENING, lastEventId }));
    await second.until(() => second.events().length === 1);
    expect(second.events()[0]!.data).toMatchObject({ id: 1, state: 'finished' });

    const hourAgo = Date.now() - HOUR;
    await feed.listen({ ...LISTENING, lastEventId: idOf(hourAgo) });
    expect(world.since.at(-1)!.getTime()).toBeLessThan(hourAgo);
  });

  it('are read once for all who resume', async () => {
    const { feed, world } = createFeed({ fresh: NEVER });
    world.jobs = [jobOf(1), ...endedJobs(100, (at) => at * 60)];
    const other = readerOf(await feed.listen(LISTENING));
    const resume = () => feed.listen({ ...LISTENING, lastEventId: idOf(Date.now() - HOUR) });
    const clients = (await Promise.all(Array.from({ length: 100 }, resume))).map(readerOf);
    await other.until(() => clients.every(({ events }) => events().length > 60));
    expect(world.reads).toBe(2);
    await resume();
    expect(world.reads).toBe(2);
    // The ends that they missed are no news to a client that was there.
    expect(other.events()).toHaveLength(1);
    expect(clients[0]!.events()).toHaveLength(62);
  });

  it('have a client read the lists that has missed more ends than are read, or has been away for longer than a day', async () => {
    const { feed, world } = createFeed({ jobs: 50, fresh: NEVER });
    world.jobs = [jobOf(1), jobOf(2), ...endedJobs(51, (at) => 3000 + at * 60)];
    const listen = async (lastEventId: string) => readerOf(await feed.listen({ ...LISTENING, lastEventId }));
    const hour = await listen(idOf(Date.now() - HOUR));
    // Those of the hour, and of half a minute more.
    await hour.until(() => hour.events().length === 13);
    expect(hour.reloads()).toBe(0);
    for (const hoursAgo of [22, 25]) {
      const client = await listen(idOf(Date.now() - hoursAgo * HOUR));
      await client.until(() => client.events().length === 2);
      expect(client.text()).toMatch(/^retry: 3000\n\nid: \d+-reload-{6}\nevent: reload\ndata: \{"message":/);
      expect(client.reloads()).toBe(1);
    }
    expect(world.reads).toBe(1);
    // Its id is one to resume from, like that of any other event.
    const again = await listen(`${Date.now()}-reload------`);
    await again.until(() => again.events().length === 2);
    expect(again.reloads()).toBe(0);
  });

  it('have a client read the lists while there are more unfinished jobs than are read, once a minute', async () => {
    const { feed, world } = createFeed({ jobs: 3, poll: 5 });
    world.jobs = Array.from({ length: 4 }, (_, at) => jobOf(at + 1));
    const client = readerOf(await feed.listen(LISTENING));
    const own = readerOf(await feed.listen({ ...LISTENING, workflowId: 'subscriber-import/4' }));
    await client.until(() => client.events().length === 4 && own.events().length === 1);
    const { reads } = world;
    await client.until(() => world.reads > reads + 3);
    expect([client.reloads(), own.reloads()]).toEqual([1, 0]);
    world.jobs = world.jobs.map((job) => ({ ...job, done: 50 }));
    await client.until(() => own.events().length === 2);
    expect(own.events().map(({ data }) => data.id)).toEqual([4, 4]);
  });

  it('have a client read the lists when more jobs end between two reads than are read, and end the streams of one job', async () => {
    const { feed, world } = createFeed({ jobs: 5, poll: 20 });
    world.jobs = [jobOf(1), jobOf(2)];
    const client = readerOf(await feed.listen(LISTENING));
    const own = readerOf(await feed.listen({ ...LISTENING, workflowId: 'subscriber-import/1' }));
    await client.until(() => client.events().length === 2 && own.events().length === 1);
    world.jobs = [jobOf(2), ...endedJobs(6, () => 0)];
    await client.until(() => client.reloads() === 1 && own.hasEnded());
    // The unfinished ones first, then the ends that were read.
    await client.until(() => client.events().length === 8);
    expect(client.events()[2]!.data).toMatchObject({ id: 2, state: 'importing' });
  });
});
