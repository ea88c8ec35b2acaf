import type { FastifyBaseLogger } from 'fastify';
import type { LiveJob } from '../../engine/db/jobs/live-jobs.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { describeError } from '../../engine/platform/describe-error.ts';
import { coalescePerKey } from '../http/coalesce.ts';
import { TooManyCalls, TooMuchConcurrently } from '../http/errors.ts';
import { EventStream } from './event-stream.ts';
import { readEventId, writeJobEvent } from './job-event.ts';
import type { JobEvent, JobHealths } from './job-event.ts';

/** What a feed reads. */
export interface FeedReader {
  /** The unfinished jobs of the organizations (null: of all), and those that have ended after that. */
  readonly jobs: (organizationIds: readonly number[] | null, endedAfter: Date) => Promise<readonly LiveJob[]>;
  readonly healths: () => Promise<JobHealths>;
  /** Those of the API keys that still let a caller in. */
  readonly activeKeys: (ids: readonly number[]) => Promise<ReadonlySet<number>>;
}

/** Who listens to what. */
export interface Listening {
  /** Null: all organizations. */
  readonly organizationId: number | null;
  readonly keyId: number;
  /** The one job that is listened to; null: all of the organization. */
  readonly workflowId: string | null;
  /** The header Last-Event-ID. */
  readonly lastEventId: string | undefined;
}

/** The events of jobs, read once a second for all listeners of this process together. */
export interface JobFeed {
  /** Begins a stream of events. @throws TooManyCalls, TooMuchConcurrently */
  listen(listening: Listening): Promise<EventStream>;
  /** Ends all streams. */
  close(): void;
}

interface Listener extends Listening {
  readonly stream: EventStream;
  readonly endsAt: number;
  /** Set once it has what was there when it came: before that, changes are part of it. */
  hasBegun: boolean;
}

/** Milliseconds. Tests set others. */
export interface FeedTimes {
  readonly poll: number;
  readonly beat: number;
  readonly blocked: number;
  readonly longest: number;
  /** A listener that comes within this time after a poll takes its result. */
  readonly fresh: number;
}

const TIMES: FeedTimes = {
  poll: 1_000,
  beat: BOUNDS.eventStreamKeyCheck.max,
  blocked: BOUNDS.eventStreamBlocked.max,
  longest: BOUNDS.eventStreamTime.max,
  fresh: 1_000,
};

/** How long the end of a job is kept for listeners, and how far back a stream resumes. */
const KEPT_MS = 60_000;
const RESUMED_MS = 24 * 3_600_000;
const RETRY_SECONDS = 10;

/** Creates the feed of this process. It reads nothing while no client listens. */
export function createJobFeed(reader: FeedReader, log: FastifyBaseLogger, times: Partial<FeedTimes> = {}): JobFeed {
  const every = { ...TIMES, ...times };
  const byOrganization = new Map<number | null, Set<Listener>>();
  const events = new Map<string, { event: JobEvent; keptUntil: number }>();
  const polledAt = new Map<number | null, number>();
  let polling: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let isClosed = false;

  const all = () => [...byOrganization.values()].flatMap((listeners) => [...listeners]);
  const source = { find: (workflowId: string) => events.get(workflowId)?.event };

  const take = (jobs: readonly LiveJob[], healths: JobHealths) => {
    const at = Date.now();
    const changed = new Map<number, JobEvent[]>();
    for (const job of jobs) {
      const event = writeJobEvent(job, healths, at);
      const known = events.get(job.workflowId);
      const isNew = known?.event.version !== event.version;
      events.set(job.workflowId, { event: isNew ? event : known.event, keptUntil: at + KEPT_MS });
      if (isNew) changed.set(job.organizationId, [...(changed.get(job.organizationId) ?? []), event]);
    }
    for (const [organizationId, changes] of changed) {
      for (const listener of [...(byOrganization.get(organizationId) ?? []), ...(byOrganization.get(null) ?? [])]) {
        if (!listener.hasBegun) continue;
        for (const event of changes) if (isFor(listener, event)) listener.stream.note(event.workflowId);
        listener.stream.flush();
      }
    }
    for (const [workflowId, { event, keptUntil }] of events) {
      const isWanted = byOrganization.has(event.organizationId) || byOrganization.has(null);
      if (keptUntil < at || !isWanted) events.delete(workflowId);
    }
  };
  // The jobs of all organizations can be more than one query reads: those that listen have a query of their own.
  const readJobs = async (listenedTo: readonly (number | null)[], endedAfter: Date) => {
    const organizationIds = listenedTo.filter((id) => id !== null);
    const reads = [
      ...(organizationIds.length > 0 ? [reader.jobs(organizationIds, endedAfter)] : []),
      ...(listenedTo.includes(null) ? [reader.jobs(null, endedAfter)] : []),
    ];
    return (await Promise.all(reads)).flat();
  };
  // A listener that comes while a poll runs waits for the next one, together with all others that have come.
  const poll = coalescePerKey(async () => {
    const listenedTo = [...byOrganization.keys()];
    if (listenedTo.length === 0) return true;
    const now = Date.now();
    const [jobs, healths] = await Promise.all([readJobs(listenedTo, new Date(now - KEPT_MS)), reader.healths()]);
    take(jobs, healths);
    for (const id of listenedTo) if (byOrganization.has(id)) polledAt.set(id, now);
    return true;
  });
  const pollAgain = () => {
    polling = setTimeout(() => {
      void poll('')
        .catch((error: unknown) =>
          log.warn({ fault: describeError(error) }, 'the jobs could not be read for event streams'),
        )
        .finally(() => (byOrganization.size > 0 && !isClosed ? pollAgain() : (polling = undefined)));
    }, every.poll).unref();
  };
  const beat = async () => {
    const listeners = all();
    const now = Date.now();
    for (const { stream, endsAt } of listeners) {
      if (stream.blockedAt !== null && now - stream.blockedAt > every.blocked) stream.destroy();
      else if (endsAt <= now) stream.end();
      else stream.beat();
    }
    const active = await reader.activeKeys([...new Set(listeners.map(({ keyId }) => keyId))]);
    for (const { keyId, stream } of listeners) if (!active.has(keyId)) stream.end();
  };
  const beatAgain = () => {
    beating = setTimeout(() => {
      void beat()
        .catch((error: unknown) =>
          log.warn({ fault: describeError(error) }, 'the keys of event streams could not be checked'),
        )
        .finally(() => (byOrganization.size > 0 && !isClosed ? beatAgain() : (beating = undefined)));
    }, every.beat).unref();
  };

  const add = (listener: Listener) => {
    const listeners = byOrganization.get(listener.organizationId) ?? new Set();
    byOrganization.set(listener.organizationId, listeners.add(listener));
    listener.stream.once('close', () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      byOrganization.delete(listener.organizationId);
      polledAt.delete(listener.organizationId);
    });
    if (polling === undefined) pollAgain();
    if (beating === undefined) beatAgain();
  };

  return {
    listen: async (listening) => {
      const { organizationId, workflowId, lastEventId } = listening;
      if (isClosed || all().length >= BOUNDS.allEventListeners.max) {
        throw new TooMuchConcurrently('busy', 'the service has too many event streams');
      }
      if ((byOrganization.get(organizationId)?.size ?? 0) >= BOUNDS.eventListeners.max) {
        const who = organizationId === null ? 'the service' : 'this organization';
        const what = organizationId === null ? 'event streams of all organizations' : 'event streams';
        throw new TooManyCalls(`${who} has ${BOUNDS.eventListeners.max} ${what}`, RETRY_SECONDS);
      }
      const stream = new EventStream(source, workflowId);
      const listener = { ...listening, stream, endsAt: Date.now() + every.longest, hasBegun: false };
      add(listener);
      try {
        if ((polledAt.get(organizationId) ?? 0) <= Date.now() - every.fresh) await poll('');
        const last = readEventId(lastEventId);
        if (last !== null && workflowId === null) {
          const since = Math.max(last.at - KEPT_MS, Date.now() - RESUMED_MS);
          if (since < Date.now() - KEPT_MS)
            take(await readJobs([organizationId], new Date(since)), await reader.healths());
        }
        for (const { event } of [...events.values()]) {
          const isMissed = !event.hasEnded || workflowId !== null || last !== null;
          const isKnown = event.version === last?.version;
          if (isFor(listener, event) && isMissed && !isKnown) stream.note(event.workflowId);
        }
        listener.hasBegun = true;
        stream.flush();
      } catch (error) {
        stream.destroy();
        throw error;
      }
      return stream;
    },
    close: () => {
      isClosed = true;
      clearTimeout(polling);
      clearTimeout(beating);
      for (const { stream } of all()) stream.end();
    },
  };
}

function isFor({ organizationId, workflowId }: Listening, changed: JobEvent): boolean {
  const isInReach = organizationId === null || organizationId === changed.organizationId;
  return isInReach && (workflowId === null || workflowId === changed.workflowId);
}
