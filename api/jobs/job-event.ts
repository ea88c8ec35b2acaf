import { createHash } from 'node:crypto';
import type { LiveJob } from '../../engine/db/jobs/live-jobs.ts';
import { hasEnded } from '../../engine/domain/job-states.ts';
import { renderProgress } from './progress.ts';

/** Health by workflow id of the jobs that are not ok; null when it is not known. */
export type JobHealths = ReadonlyMap<string, string> | null;

/** State of a job as one Server-Sent Event. */
export interface JobEvent {
  readonly workflowId: string;
  /** Milliseconds; null while the job has not ended. */
  readonly endedAt: number | null;
  /** As the job has it. */
  readonly placeInQueue: number | null;
  /** The JSON that is sent. */
  readonly data: string;
  /** Changes whenever the data does. */
  readonly version: string;
}

/** Writes a job as an event. Returns `known`, its event until now, when nothing has changed. */
export function writeJobEvent(job: LiveJob, healths: JobHealths, known?: JobEvent): JobEvent {
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
  if (known?.data === data) return known;
  const version = createHash('sha256').update(data).digest('base64url').slice(0, VERSION_CHARACTERS);
  const endedAt = ended ? (job.finishedAt?.getTime() ?? Date.now()) : null;
  return { workflowId: job.workflowId, endedAt, placeInQueue: job.placeInQueue, data, version };
}

/** Whether nothing of a job has changed since its event but its place among those that wait. */
export function hasMoved(job: LiveJob, healths: JobHealths, known: JobEvent): boolean {
  const { placeInQueue } = known;
  if (placeInQueue === null || job.placeInQueue === null || placeInQueue === job.placeInQueue) return false;
  return writeJobEvent({ ...job, placeInQueue }, healths, known) === known;
}

const VERSION_CHARACTERS = 12;

/** An event as it is sent. Its id has the time, in milliseconds, up to which the client then has all changes. */
export function jobEventText({ version, data }: JobEvent, at: number): string {
  return `id: ${at}-${version}\nevent: job\ndata: ${data}\n\n`;
}

/** The event after which a client discards its jobs and reads the lists of jobs again: some changes were not sent. */
export function reloadEventText(at: number): string {
  return `id: ${at}-${RELOAD_VERSION}\nevent: reload\ndata: ${RELOAD_DATA}\n\n`;
}

/** Takes the place of a version in the id. */
const RELOAD_VERSION = 'reload------';
const RELOAD_DATA = JSON.stringify({
  message: 'Some changes are not sent: read the lists of jobs. The unfinished jobs follow.',
});

/** The parts of an event's id as a client sends it back; null when it is none of ours. */
export function readEventId(text: string | undefined): { readonly at: number; readonly version: string } | null {
  const [, at = '', version = ''] = /^(\d{1,15})-([\w-]{12})$/.exec(text ?? '') ?? [];
  return version === '' ? null : { at: Number(at), version };
}
