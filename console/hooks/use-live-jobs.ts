import { useState } from 'preact/hooks';
import { useEventStream } from './use-event-stream.ts';
import type { EventStreamState } from './use-event-stream.ts';

/** A job as the stream of events describes it. */
export interface LiveJob {
  readonly job_type: string;
  readonly id: number;
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

/** The jobs of the organization that run, and those that ended since the page was opened, by type and id. */
export function useLiveJobs(): { readonly jobs: readonly LiveJob[]; readonly stream: EventStreamState } {
  const [jobs, setJobs] = useState<ReadonlyMap<string, LiveJob>>(new Map());
  const stream = useEventStream<LiveJob>('/jobs/events', (job) =>
    setJobs((known) => new Map(known).set(`${job.job_type}/${job.id}`, job)),
  );
  return { jobs: [...jobs.values()], stream };
}

const ENDED: ReadonlySet<string> = new Set(['finished', 'failed', 'cancelled']);

/** Whether no more events of a job will come. */
export function hasEnded({ state }: Pick<LiveJob, 'state'>): boolean {
  return ENDED.has(state);
}
