import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import type { EventStream } from '../../../../api/jobs/event-stream.ts';
import { createJobFeed } from '../../../../api/jobs/job-feed.ts';
import type { FeedReader, FeedSettings, Listening } from '../../../../api/jobs/job-feed.ts';
import type { LiveJob } from '../../../../engine/db/jobs/live-jobs.ts';

export const NEVER = 3_600_000;

const CREDENTIAL = 'api_key/1';

export function jobOf(id: number, change: Partial<LiveJob> = {}): LiveJob {
  return {
    ...{ workflowId: `subscriber-import/${id}`, id, jobType: 'SubscriberImport', organizationId: 1, mailingListId: 1 },
    ...{ state: 'importing', done: 0, total: 100, counters: { added: 0 }, rate: null, placeInQueue: null },
    ...{ finishedAt: null, errorMessage: null, isDryRun: false, ...change },
  };
}

/** A feed whose database holds `jobs` and has a clock that is ahead, and that polls when it is told. */
export function createFeed(settings: Partial<FeedSettings> = {}) {
  const world = {
    jobs: [] as LiveJob[],
    keys: new Set<string>([CREDENTIAL]),
    reads: 0,
    keyReads: 0,
    since: [] as Date[],
    aheadMs: 0,
  };
  const reader: FeedReader = {
    now: () => Promise.resolve(Date.now() + world.aheadMs),
    jobs: async ({ organizationIds, endedAfter, first, limit }) => {
      world.reads += 1;
      world.since.push(endedAfter);
      await delay(1);
      return (organizationIds ?? [null]).map((id) => {
        const ofIt = world.jobs.filter(({ organizationId }) => id === null || organizationId === id);
        const isFirst = ({ workflowId }: LiveJob) => Number(first.includes(workflowId));
        const unfinished = ofIt.filter(({ finishedAt }) => finishedAt === null).sort((a, b) => isFirst(b) - isFirst(a));
        const ended = ofIt
          .filter(({ finishedAt }) => finishedAt !== null && finishedAt > endedAfter)
          .sort((a, b) => Number(b.finishedAt) - Number(a.finishedAt));
        return {
          ...{ organizationId: id, unfinished: unfinished.slice(0, limit), ended: ended.slice(0, limit) },
          ...{ hasMore: unfinished.length > limit, hasMoreEnded: ended.length > limit },
          endedAfter: ended[limit]?.finishedAt ?? endedAfter,
        };
      });
    },
    healths: () => Promise.resolve(new Map([['subscriber-import/9', 'stalled']])),
    active: (credentials) => {
      world.keyReads += 1;
      return Promise.resolve(new Set(credentials.filter((each) => world.keys.has(each))));
    },
  };
  const feed = createJobFeed(reader, pino({ enabled: false }), { poll: NEVER, beat: NEVER, fresh: 0, ...settings });
  onTestFinished(() => feed.close());
  return { feed, world };
}

export const LISTENING: Listening = {
  organizationId: 1,
  credential: CREDENTIAL,
  workflowId: null,
  lastEventId: undefined,
};

/** Reads a stream as a client does. */
export function readerOf(stream: EventStream) {
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
  const reloads = () => text.split('\nevent: reload\n').length - 1;
  return { events, reloads, text: () => text, hasEnded: () => hasEnded, until };
}

/** Jobs that have ended so many seconds ago, the latest first. */
export function endedJobs(count: number, secondsAgo: (at: number) => number): LiveJob[] {
  return Array.from({ length: count }, (_, at) =>
    jobOf(1000 + at, { state: 'finished', finishedAt: new Date(Date.now() - secondsAgo(at) * 1000) }),
  );
}

export const HOUR = 3_600_000;
export const idOf = (at: number) => `${at}-aaaaaaaaaaaa`;
