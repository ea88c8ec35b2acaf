import type { FastifyBaseLogger } from 'fastify';
import type { CredentialId } from '../../engine/db/accounts/active-credentials.ts';
import type { ListedLiveJobs, LiveJobsWanted } from '../../engine/db/jobs/listed-live-jobs.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { describeError } from '../../engine/platform/describe-error.ts';
import { shareRunning } from '../http/coalesce.ts';
import { TooManyCalls, TooMuchConcurrently } from '../http/errors.ts';
import { createFairQueue } from '../../engine/platform/fair-queue.ts';
import { createMinuteCounts } from '../http/minute-counts.ts';
import type { DatabaseClock } from './database-clock.ts';
import { EventStream } from './event-stream.ts';
import { readEventId } from './job-event.ts';
import type { JobHealths } from './job-event.ts';
import { KEPT_MS, OrganizationEvents, RESUMED_MS } from './organization-events.ts';
import type { EventListener } from './organization-events.ts';

/** Queries of a feed. */
export interface FeedReader {
  /** Jobs end, and streams resume, by this clock. */
  readonly now: DatabaseClock;
  readonly jobs: (wanted: LiveJobsWanted) => Promise<readonly ListedLiveJobs[]>;
  readonly healths: () => Promise<JobHealths>;
  /** Those of the credentials that still let a caller in. */
  readonly active: (credentials: readonly CredentialId[]) => Promise<ReadonlySet<CredentialId>>;
}

/** Caller that listens to a feed, and the jobs it listens to. */
export interface Listening {
  /** Null: all organizations. */
  readonly organizationId: number | null;
  readonly credential: CredentialId;
  /** The one job that is listened to; null: all of the organization. */
  readonly workflowId: string | null;
  /** The header Last-Event-ID. */
  readonly lastEventId: string | undefined;
}

/** The events of jobs, read once a second for all listeners of this process together. */
export interface JobFeed {
  /** Begins a stream of events. @throws TooManyCalls, TooMuchConcurrently */
  listen(listening: Listening): Promise<EventStream>;
  /** The number of open streams. */
  readonly count: () => number;
  /** Ends all streams. */
  close(): void;
}

/** Times in milliseconds, and numbers of jobs. Tests set others. */
export interface FeedSettings {
  readonly poll: number;
  readonly beat: number;
  readonly blocked: number;
  readonly longest: number;
  /** A listener that comes within this time after a read takes its result. */
  readonly fresh: number;
  /** Unfinished jobs, and as many ended ones, that are read of an organization; of all organizations. */
  readonly jobs: number;
  readonly jobsOfAll: number;
  /** Events after a read, of all listeners together, of jobs that only moved up in the queue. */
  readonly moves: number;
}

const SETTINGS: FeedSettings = {
  poll: 1_000,
  beat: BOUNDS.eventStreamKeyCheck.max,
  blocked: BOUNDS.eventStreamBlocked.max,
  longest: BOUNDS.eventStreamTime.max,
  fresh: 1_000,
  jobs: BOUNDS.eventJobs.max,
  jobsOfAll: BOUNDS.allEventJobs.max,
  moves: BOUNDS.queueEvents.max,
};

const RETRY_SECONDS = 10;
/** Reads for streams that begin; the organizations take turns. */
const READS = 4;
/** With more organizations that listen each of them has fewer jobs in the feed, at least so many. */
const JOBS_IN_FEED = 20_000;
const LEAST_JOBS = 50;

/** Creates the feed of this process. It reads nothing while no client listens. */
export function createJobFeed(
  reader: FeedReader,
  log: FastifyBaseLogger,
  changes: Partial<FeedSettings> = {},
): JobFeed {
  const settings = { ...SETTINGS, ...changes };
  const byOrganization = new Map<number | null, OrganizationEvents>();
  const opened = createMinuteCounts(BOUNDS.openedEventStreams.max);
  const running = shareRunning();
  const queue = createFairQueue({ slots: READS, slotsPerKey: 1 });
  let listeners = 0;
  let polling: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let isClosed = false;

  const all = () => [...byOrganization.values()].flatMap((events) => [...events.listeners]);

  const read = async (organizationIds: readonly number[] | null, backMs: number, at: number) => {
    const wanted = {
      organizationIds,
      endedAfter: new Date(at - backMs),
      limit: organizationIds === null ? settings.jobsOfAll : limitOf(byOrganization.size, settings),
      first: (organizationIds ?? [null]).flatMap((id) => watchedOf(byOrganization.get(id))),
    };
    const moves = Math.ceil(settings.moves / Math.max(1, listeners));
    const [lists, healths] = await Promise.all([reader.jobs(wanted), reader.healths()]);
    for (const listed of lists) byOrganization.get(listed.organizationId)?.take({ listed, healths, at, moves });
  };
  const poll = async () => {
    const now = await reader.now();
    for (const [id, { listeners: left, readAt }] of byOrganization) {
      if (left.size === 0 && readAt <= now - settings.fresh) byOrganization.delete(id);
    }
    const listenedTo = [...byOrganization].filter(([, events]) => events.listeners.size > 0).map(([id]) => id);
    const ids = listenedTo.filter((id) => id !== null);
    // The jobs of all organizations can be more than one query reads: those that listen have a query of their own.
    await Promise.all([
      ...(ids.length > 0 ? [read(ids, KEPT_MS, now)] : []),
      ...(listenedTo.includes(null) ? [read(null, KEPT_MS, now)] : []),
    ]);
  };
  const pollAgain = () => {
    polling = setTimeout(() => {
      void poll()
        .catch((error: unknown) =>
          log.warn({ fault: describeError(error) }, 'the jobs could not be read for event streams'),
        )
        .finally(() => (byOrganization.size > 0 && !isClosed ? pollAgain() : (polling = undefined)));
    }, settings.poll).unref();
  };
  const beat = async () => {
    const present = all();
    const now = Date.now();
    for (const { stream, endsAt } of present) {
      if (stream.blockedAt !== null && now - stream.blockedAt > settings.blocked) stream.destroy();
      else if (endsAt <= now) stream.end();
      else stream.beat();
    }
    const active = await reader.active([...new Set(present.map(({ credential }) => credential))]);
    for (const { credential, stream } of present) if (!active.has(credential)) stream.end();
  };
  const beatAgain = () => {
    beating = setTimeout(() => {
      void beat()
        .catch((error: unknown) =>
          log.warn({ fault: describeError(error) }, 'the credentials of event streams could not be checked'),
        )
        .finally(() => (listeners > 0 && !isClosed ? beatAgain() : (beating = undefined)));
    }, settings.beat).unref();
  };

  const admit = (organizationId: number | null) => {
    if (isClosed || listeners >= BOUNDS.allEventListeners.max) {
      throw new TooMuchConcurrently('busy', 'the service has too many event streams');
    }
    const [who, what] =
      organizationId === null
        ? ['the service', 'event streams of all organizations']
        : ['this organization', 'event streams'];
    if ((byOrganization.get(organizationId)?.listeners.size ?? 0) >= BOUNDS.eventListeners.max) {
      throw new TooManyCalls(`${who} has ${BOUNDS.eventListeners.max} ${what}`, RETRY_SECONDS);
    }
    const seconds = opened.count(String(organizationId));
    if (seconds === null) return;
    throw new TooManyCalls(`${who} may open ${BOUNDS.openedEventStreams.max} ${what} a minute`, seconds);
  };
  const add = (organizationId: number | null, events: OrganizationEvents, listener: EventListener) => {
    byOrganization.set(organizationId, events);
    events.listeners.add(listener);
    listeners += 1;
    listener.stream.once('close', () => {
      events.listeners.delete(listener);
      listeners -= 1;
    });
    if (polling === undefined) pollAgain();
    if (beating === undefined) beatAgain();
  };
  /** One read serves all that come while it runs. */
  const readFor = (organizationId: number | null, backMs: number, at: number) =>
    running(`${organizationId}/${backMs}`, () =>
      queue.run(String(organizationId), () => read(organizationId === null ? null : [organizationId], backMs, at)),
    );

  return {
    listen: async ({ organizationId, credential, workflowId, lastEventId }) => {
      admit(organizationId);
      const events = byOrganization.get(organizationId) ?? new OrganizationEvents();
      const stream = new EventStream(events, workflowId);
      const times = { begunAt: null, endsAt: Date.now() + settings.longest, reloadedAt: 0 };
      const listener = { credential, workflowId, stream, ...times };
      add(organizationId, events, listener);
      try {
        const last = workflowId === null ? readEventId(lastEventId) : null;
        const now = await reader.now();
        if (!events.canResume(last, now)) await readFor(organizationId, RESUMED_MS, now);
        else if (events.readAt <= now - settings.fresh) await readFor(organizationId, KEPT_MS, now);
        events.begin(listener, last);
      } catch (error) {
        stream.destroy();
        throw error;
      }
      return stream;
    },
    count: () => listeners,
    close: () => {
      isClosed = true;
      clearTimeout(polling);
      clearTimeout(beating);
      for (const { stream } of all()) stream.end();
    },
  };
}

function limitOf(organizations: number, { jobs }: FeedSettings): number {
  return Math.min(jobs, Math.max(LEAST_JOBS, Math.floor(JOBS_IN_FEED / Math.max(1, organizations))));
}

/** The jobs that have a stream of their own. */
function watchedOf(events: OrganizationEvents | undefined): string[] {
  return [...(events?.listeners ?? [])].flatMap(({ workflowId }) => workflowId ?? []);
}
