import { useEffect, useState } from 'preact/hooks';
import { SEES_JOBS } from '../../engine/domain/permissions.ts';
import { useMay } from '../session/session.tsx';
import { useEventStream } from './use-event-stream.ts';
import { useThrottled } from './use-throttled.ts';
import type { EventStreamState } from './use-event-stream.ts';

/** A job as the stream of events describes it. */
export interface LiveJob {
  readonly job_type: string;
  readonly id: number;
  readonly organization_id: number;
  readonly mailing_list_id: number | null;
  /** Null for jobs that are no imports. */
  readonly dry_run: boolean | null;
  readonly state: string;
  readonly health: 'ok' | 'stuck' | 'stalled' | null;
  readonly progress_value: number;
  readonly progress_total: number | null;
  readonly counters: Readonly<Record<string, number>>;
  readonly rate: number | null;
  readonly seconds_left: number | null;
  readonly place_in_queue: number | null;
  readonly error_message: string | null;
}

/** The jobs that run, and those that ended since the page was opened. */
export interface LiveJobs {
  readonly jobs: readonly LiveJob[];
  readonly stream: EventStreamState;
  /** Grows when a job has begun, progressed or ended, at most every two seconds. */
  readonly changes: number;
  /** Grows when changes were not sent: lists of jobs are to be read again. */
  readonly reloads: number;
}

const APART_MS = 2_000;

/** Receives the jobs of the organization, or of all organizations. */
export function useLiveJobs(ofAll = false): LiveJobs {
  const [jobs, setJobs] = useState<ReadonlyMap<string, LiveJob>>(new Map());
  const [changes, setChanges] = useState(0);
  const noteLater = useThrottled(() => setChanges((count) => count + 1), APART_MS);
  useEffect(() => setJobs(new Map()), [ofAll]);
  const [reloads, setReloads] = useState(0);
  const receive = (job: LiveJob) => {
    setJobs((known) => new Map(known).set(`${job.job_type}/${job.id}`, job));
    noteLater();
  };
  const may = useMay();
  const stream = useEventStream(SEES_JOBS.some(may) ? eventsOf(ofAll) : null, receive, () => {
    setJobs(new Map());
    setReloads((count) => count + 1);
    noteLater();
  });
  return { jobs: [...jobs.values()], stream, changes, reloads };
}

/** The path of the events of all jobs of the organization, or of all organizations. */
export function eventsOf(ofAll: boolean): string {
  return ofAll ? '/jobs/events_on_all_organizations' : '/jobs/events';
}

const ENDED: ReadonlySet<string> = new Set(['finished', 'failed', 'cancelled']);

/** Returns the live state of a job; undefined when no event of it has arrived since the page was opened. */
export function liveOf(jobs: readonly LiveJob[], job: Pick<LiveJob, 'job_type' | 'id'>): LiveJob | undefined {
  return jobs.find(({ job_type, id }) => job_type === job.job_type && id === job.id);
}

/** Progress of a job: the larger of both figures, as an event can be older than what the page has read. */
export function doneOf(read: number, live: Pick<LiveJob, 'progress_value'> | null | undefined): number {
  return Math.max(read, live?.progress_value ?? 0);
}

/** Whether no more events of a job will come. */
export function hasEnded({ state }: Pick<LiveJob, 'state'>): boolean {
  return ENDED.has(state);
}
