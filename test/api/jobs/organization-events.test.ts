import { describe, expect, it } from 'vitest';
import { EventStream } from '../../../api/jobs/event-stream.ts';
import { OrganizationEvents } from '../../../api/jobs/organization-events.ts';
import type { LiveJob } from '../../../engine/db/jobs/live-jobs.ts';
import { jobOf, readerOf } from './support/test-feed.ts';

const JOBS = 12;
const MOVES = 5;

/** The events of an organization, with a client that reads them all. */
function createEvents() {
  const events = new OrganizationEvents();
  const began = Date.now();
  let reads = 0;
  const take = (unfinished: readonly LiveJob[]) => {
    const at = began + 1_000 * reads++;
    const listed = { organizationId: 1, unfinished: [...unfinished], ended: [], hasMore: false, hasMoreEnded: false };
    events.take({
      ...{ listed: { ...listed, endedAfter: new Date(at - 60_000) }, healths: new Map<string, string>(), at },
      moves: MOVES,
    });
  };
  const stream = new EventStream(events, null);
  const client = readerOf(stream);
  const listener = {
    credential: 'api_key/1' as const,
    workflowId: null,
    stream,
    endsAt: Infinity,
    begunAt: null,
    reloadedAt: 0,
  };
  events.listeners.add(listener);
  /** @returns id and place of the jobs whose events were sent, in their order, once so many have been */
  const sent = async (count: number) => {
    await client.until(() => client.events().length >= count);
    return client.events().map(({ data }) => [data.id, data.place_in_queue]);
  };
  return { take, sent, begin: () => events.begin(listener, null) };
}

/** Jobs that wait, the first at that place. */
function queueFrom(place: number): LiveJob[] {
  return Array.from({ length: JOBS }, (_, at) => jobOf(at + 1, { state: 'scheduled', placeInQueue: place + at }));
}

describe('jobs that move up in the queue', () => {
  it('have their events in turn, as many of them after each read as are sent at most', async () => {
    const { take, sent, begin } = createEvents();
    take(queueFrom(101));
    begin();
    await sent(JOBS);
    const moved: unknown[] = [];
    // In three reads each job has its turn, and the first of them again.
    for (let read = 1; read <= 3; read++) {
      take(queueFrom(101 - read));
      moved.push((await sent(JOBS + read * MOVES)).slice(JOBS + (read - 1) * MOVES));
    }
    const eventsOf = (ids: readonly number[], read: number) => ids.map((id) => [id, 100 + id - read]);
    expect(moved).toEqual([
      eventsOf([1, 2, 3, 4, 5], 1),
      eventsOf([6, 7, 8, 9, 10], 2),
      eventsOf([11, 12, 1, 2, 3], 3),
    ]);
    // When the queue stands still, the others follow, and then none.
    take(queueFrom(98));
    take(queueFrom(98));
    take(queueFrom(98));
    const all = await sent(JOBS + 3 * MOVES + 7);
    expect(all.slice(JOBS + 3 * MOVES)).toEqual(eventsOf([4, 5, 6, 7, 8, 9, 10], 3));
  });

  it('hold up no other change', async () => {
    const { take, sent, begin } = createEvents();
    take(queueFrom(101));
    begin();
    await sent(JOBS);
    const begun = queueFrom(100).map((job) => ({ ...job, state: 'importing', placeInQueue: null }));
    take([...queueFrom(100).slice(0, 4), ...begun.slice(4)]);
    const places = new Map((await sent(2 * JOBS)).slice(JOBS).map(([id, place]) => [id, place]));
    expect([...places.values()].filter((place) => place === null)).toHaveLength(8);
    expect([1, 2, 3, 4].map((id) => places.get(id))).toEqual([100, 101, 102, 103]);
  });
});
