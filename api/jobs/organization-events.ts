import type { CredentialId } from '../../engine/db/accounts/active-credentials.ts';
import type { ListedLiveJobs } from '../../engine/db/jobs/listed-live-jobs.ts';
import type { LiveJob } from '../../engine/db/jobs/live-jobs.ts';
import type { EventStream } from './event-stream.ts';
import { hasMoved, writeJobEvent } from './job-event.ts';
import type { JobEvent, JobHealths } from './job-event.ts';

/** A listener to the events of an organization, or of all. */
export interface EventListener {
  readonly credential: CredentialId;
  readonly stream: EventStream;
  /** Milliseconds. */
  readonly endsAt: number;
  /** The one job that is listened to; null: all. */
  readonly workflowId: string | null;
  /** The time of the read that it began with, in milliseconds; null before: changes are part of what it begins with. */
  begunAt: number | null;
  /** Time of the last event by which its client reads the lists again, in milliseconds. */
  reloadedAt: number;
}

/** Place at which a stream resumes: its client has all changes until `at`, and the event of that version. */
export interface Resumption {
  readonly at: number;
  readonly version: string;
}

/** A read that began at `at`, in milliseconds by the clock of the database. */
export interface EventsRead {
  readonly listed: ListedLiveJobs;
  readonly healths: JobHealths;
  readonly at: number;
  /** At most so many jobs have a new event that only moved up in the queue; others have theirs after a later read. */
  readonly moves: number;
}

/** The event of a job. */
interface Entry {
  readonly event: JobEvent;
  /** The last read that had the job, and the one that changed its event, in milliseconds. */
  readonly seenAt: number;
  readonly changedAt: number;
}

/** Milliseconds for which a job is kept after the last read that had it, and that each read goes back for ended jobs. */
export const KEPT_MS = 60_000;
/** Milliseconds back from now that a stream resumes at most. */
export const RESUMED_MS = 24 * 3_600_000;

/** So much later than its time the end of a job may be committed. */
const LATE_MS = 5_000;
/** So much before its last event a stream reads again that resumes, perhaps at another process. */
const OVERLAP_MS = 30_000;
/** Between two times at which a client is told to read the lists: while there are more unfinished jobs than are read, and else. */
const RELOAD_MS = { unfinished: 60_000, ended: 10_000 };

/** The events of the jobs of one organization, or of all, for its listeners. */
export class OrganizationEvents {
  readonly listeners = new Set<EventListener>();
  readonly #events = new Map<string, Entry>();
  #readAt = 0;
  #hasMore = false;
  /** Every job that has ended after it is among the events. */
  #knownFrom = Infinity;
  /** More jobs have ended after it than a stream resumes with. */
  #tooManyFrom = 0;
  /** The last read before which more jobs ended than it had. */
  #missedAt = 0;

  /** Time at which the newest read began, in milliseconds; 0 before the first. */
  get readAt(): number {
    return this.#readAt;
  }

  /** The present event of a job; undefined when no read of the last minute had it. */
  find(workflowId: string): JobEvent | undefined {
    return this.#events.get(workflowId)?.event;
  }

  /** Whether a stream can begin without a read of all jobs that have ended within a day. */
  canResume(last: Resumption | null, now: number): boolean {
    const nextReadFrom = now - KEPT_MS + LATE_MS;
    return last === null || this.#isTooEarly(last, now) || sinceOf(last) >= Math.min(this.#knownFrom, nextReadFrom);
  }

  /** Takes a read and sends its changes to the listeners. */
  take(read: EventsRead): void {
    const { listed, at } = read;
    const { unfinished, ended, hasMore } = listed;
    const endedAfter = listed.endedAfter.getTime();
    // A read that began before the newest one has nothing newer but jobs that ended earlier.
    const changed = this.#store(at < this.#readAt ? ended : [...unfinished, ...ended], read);
    const isFirst = this.#readAt === 0;
    const isMissed = !isFirst && endedAfter > Math.max(this.#readAt - LATE_MS, this.#knownFrom);
    if (isFirst || isMissed || endedAfter < this.#knownFrom) this.#knownFrom = endedAfter;
    if (listed.hasMoreEnded) this.#tooManyFrom = Math.max(this.#tooManyFrom, endedAfter);
    if (at >= this.#readAt) this.#hasMore = hasMore;
    this.#readAt = Math.max(this.#readAt, at);
    if (isMissed) this.#missedAt = this.#readAt;
    // An end of long ago is news to those alone who resume.
    const news = changed.filter(({ endedAt }) => endedAt === null || endedAt > at - KEPT_MS);
    for (const listener of this.listeners) this.#send(listener, news);
    this.#drop(at);
  }

  /** Sends a listener what it does not have yet; changes follow with each further read. */
  begin(listener: EventListener, last: Resumption | null): void {
    const { stream, workflowId } = listener;
    const since = last === null ? Infinity : sinceOf(last);
    const isNew = ({ endedAt, version }: JobEvent) =>
      version !== last?.version && (endedAt === null || endedAt > since || workflowId !== null);
    const isCut = this.#hasMore || (last !== null && (this.#isTooEarly(last, this.#readAt) || since < this.#knownFrom));
    if (workflowId === null && isCut) this.#reload(listener);
    else this.#note(listener, isNew);
    listener.begunAt = this.#readAt;
    stream.flush();
  }

  #send(listener: EventListener, news: readonly JobEvent[]): void {
    const { begunAt, reloadedAt, stream, workflowId } = listener;
    if (begunAt === null) return;
    const hasMissed = this.#missedAt > Math.max(begunAt, reloadedAt);
    const sinceReload = this.#readAt - reloadedAt;
    const isDue =
      (hasMissed && sinceReload >= RELOAD_MS.ended) || (this.#hasMore && sinceReload >= RELOAD_MS.unfinished);
    if (isDue && workflowId === null) this.#reload(listener);
    // The job may have ended: the client connects again, and is answered with the job itself.
    if (hasMissed && workflowId !== null) stream.end();
    for (const event of news) if (isFor(listener, event)) stream.note(event.workflowId, this.#readAt);
    stream.flush();
  }

  #reload(listener: EventListener): void {
    listener.reloadedAt = this.#readAt;
    listener.stream.reload(this.#readAt);
    this.#note(listener, ({ endedAt }) => endedAt === null);
  }

  /** Notes the unfinished jobs of the last read, and those that have ended, as far as they are wanted. */
  #note(listener: EventListener, isWanted: (event: JobEvent) => boolean): void {
    for (const { event, seenAt } of this.#events.values()) {
      const isPresent = event.endedAt !== null || seenAt === this.#readAt;
      if (isPresent && isFor(listener, event) && isWanted(event)) listener.stream.note(event.workflowId, this.#readAt);
    }
  }

  /** @returns the events that have changed */
  #store(jobs: readonly LiveJob[], { healths, at, moves }: EventsRead): JobEvent[] {
    const changed: JobEvent[] = [];
    const moved: { job: LiveJob; entry: Entry }[] = [];
    const keep = (event: JobEvent, known?: Entry) => {
      const changedAt = event === known?.event ? known.changedAt : at;
      this.#events.set(event.workflowId, { event, seenAt: at, changedAt });
      if (event !== known?.event) changed.push(event);
    };
    for (const job of jobs) {
      const entry = this.#events.get(job.workflowId);
      const known = entry?.event;
      const isOver = job.finishedAt !== null && known?.endedAt === job.finishedAt.getTime();
      const isMoved = entry !== undefined && hasMoved(job, healths, entry.event);
      if (isMoved) moved.push({ job, entry });
      keep(isMoved ? entry.event : isOver ? known : writeJobEvent(job, healths, known), entry);
    }
    // The jobs whose event is the oldest come first: each of them has its turn, however many there are.
    moved.sort((one, other) => one.entry.changedAt - other.entry.changedAt);
    for (const { job, entry } of moved.slice(0, moves)) keep(writeJobEvent(job, healths), entry);
    return changed;
  }

  #drop(at: number): void {
    for (const [workflowId, { event, seenAt }] of this.#events) {
      if (seenAt >= at - KEPT_MS) continue;
      this.#events.delete(workflowId);
      this.#knownFrom = Math.max(this.#knownFrom, event.endedAt ?? 0);
    }
  }

  #isTooEarly(last: Resumption, now: number): boolean {
    const since = sinceOf(last);
    return since < this.#tooManyFrom || since < now - RESUMED_MS;
  }
}

function sinceOf({ at }: Resumption): number {
  return at - OVERLAP_MS;
}

function isFor({ workflowId }: EventListener, event: JobEvent): boolean {
  return workflowId === null || workflowId === event.workflowId;
}
