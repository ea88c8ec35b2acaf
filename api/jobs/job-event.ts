import { createHash } from 'node:crypto';
import type { LiveJob } from '../../engine/db/jobs/live-jobs.ts';
import { hasEnded } from '../../engine/domain/job-states.ts';
import { renderProgress } from './progress.ts';

/** Health by workflow id of the jobs that are not ok; null when it is not known. */
export type JobHealths = ReadonlyMap<string, string> | null;

/** What is sent of a job as one Server-Sent Event. */
export interface JobEvent {
  readonly workflowId: string;
  readonly organizationId: number;
  readonly hasEnded: boolean;
  /** Changes whenever the data does. */
  readonly version: string;
  /** The id of the event: the time of the service in milliseconds, and the version. */
  readonly id: string;
  /** The event as it is sent. */
  readonly text: string;
}

/** Writes a job as an event; `at` is the time at which it was read. */
export function writeJobEvent(job: LiveJob, healths: JobHealths, at: number): JobEvent {
  const ended = hasEnded(job.state);
  const data = JSON.stringify({
    job_type: job.jobType,
    id: job.id,
    organization_id: job.organizationId,
    mailing_list_id: job.mailingListId,
    dry_run: job.isDryRun,
    state: job.state,
    health: ended ? null : healths === null ? null : (healths.get(job.workflowId) ?? 'ok'),
    progress_value: job.done,
    progress_total: job.total,
    counters: job.counters,
    ...(ended ? { rate: null, seconds_left: null, place_in_queue: null } : renderProgress(job)),
    error_message: job.errorMessage,
    finished_at: job.finishedAt?.toISOString() ?? null,
  });
  const version = createHash('sha256').update(data).digest('base64url').slice(0, VERSION_CHARACTERS);
  const id = `${at}-${version}`;
  return {
    ...{ workflowId: job.workflowId, organizationId: job.organizationId, hasEnded: ended, version, id },
    text: `id: ${id}\nevent: job\ndata: ${data}\n\n`,
  };
}

const VERSION_CHARACTERS = 12;

/** The parts of an event's id as a client sends it back; null when it is none of ours. */
export function readEventId(text: string | undefined): { readonly at: number; readonly version: string } | null {
  const [, at = '', version = ''] = /^(\d{1,15})-([\w-]{12})$/.exec(text ?? '') ?? [];
  return version === '' ? null : { at: Number(at), version };
}
