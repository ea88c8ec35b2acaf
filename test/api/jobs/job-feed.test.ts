import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createJobFeed } from '../../../api/jobs/job-feed.ts';
import type { FeedReader, FeedTimes, Listening } from '../../../api/jobs/job-feed.ts';
import type { EventStream } from '../../../api/jobs/event-stream.ts';
import type { LiveJob } from '../../../engine/db/jobs/live-jobs.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';

const NEVER = 3_600_000;

function jobOf(id: number, change: Partial<LiveJob> = {}): LiveJob {
  return {
    ...{ workflowId: `subscriber-import/${id}`, id, jobType: 'SubscriberImport', organizationId: 1, mailingListId: 1 },
    ...{ state: 'importing', done: 0, total: 100, counters: { added: 0 }, rate: null, placeInQueue: null },
    ...{ finishedAt: null, errorMessage: null, isDryRun: false, ...change },
  };
}

/** A feed whose database holds `jobs`, and that polls when it is told. */
function createFeed(times: Partial<FeedTimes> = {}) {
  const world = { jobs: [] as LiveJob[], keys: new Set([1]), reads: 0, keyReads: 0, since: [] as Date[] };
  const reader: FeedReader = {
    jobs: (organizationIds, endedAfter) => {
      world.reads += 1;
      world.since.push(endedAfter);
      const isRead = ({ organizationId, finishedAt }: LiveJob) =>
        (organizationIds?.includes(organizationId) ?? true) && (finishedAt === null || finishedAt > endedAfter);
      return Promise.resolve(world.jobs.filter(isRead));
    },
    healths: () => Promise.resolve(new Map([['subscriber-import/9', 'stalled']])),
    activeKeys: (ids) => {
      world.keyReads += 1;
      return Promise.resolve(new Set(ids.filter((id) => world.keys.has(id))));
    },
  };
  const feed = createJobFeed(reader, pino({ enabled: false }), { poll: NEVER, beat: NEVER, fresh: 0, ...times });
  onTestFinished(() => feed.close());
  return { feed, world };
}

const LISTENING: Listening = { organizationId: 1, keyId: 1, workflowId: null, lastEventId: undefined };

/** Reads a stream as a client does. */
function readerOf(stream: EventStream) {
  let text = '';
  let hasEnded = false;
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  stream.on('end', () => (hasEnded = true));
  const events = () =>
    [...text.matchAll(/^id: (.*)\nevent: job\ndata: (.*)\n\n/gm)].map(([, id = '', data = '']) => ({
      id,
      data: JSON.parse(data) as Record<string, unknown>,
    }));
  const until = async (condition: () => boolean) => {
    while (!condition()) await delay(5);
  };
  return { events, text: () => text, hasEnded: () => hasEnded, until };
}

describe('the events of jobs', () => {
  it('are read once for a thousand listeners, and sent when a job has changed', async () => {
    const { feed, world } = createFeed({ poll: 20 });
    world.jobs = Array.from({ length: 5 }, (_, at) => jobOf(at + 1, { organizationId: at + 1 }));
    const streams = await Promise.all(
      Array.from({ length: 1000 }, (_, at) => feed.listen({ ...LISTENING, organizationId: (at % 5) + 1 })),
    );
    // Those that came while the first read ran shared the second.
    expect(world.reads).toBe(2);
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

    const hourAgo = Date.now() - 3_600_000;
    await feed.listen({ ...LISTENING, lastEventId: `${hourAgo}-aaaaaaaaaaaa` });
    expect(world.since.at(-1)!.getTime()).toBeLessThan(hourAgo);
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

    world.keys.add(1);
    const long = createFeed({ beat: 10, longest: 20 });
    const client = readerOf(await long.feed.listen(LISTENING));
    await client.until(client.hasEnded);
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
