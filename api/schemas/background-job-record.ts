import type { BackgroundJob } from '../../engine/db/background-jobs.ts';
import { renderOptionalTime, renderTime } from './times.ts';

/** A job as the API shows it. */
export function renderBackgroundJob(job: BackgroundJob, timeZone: string): Record<string, unknown> {
  return {
    id: job.id,
    job_type: job.jobType,
    name: job.name,
    state: job.state,
    state2: job.state2,
    paused: job.paused,
    organization_id: job.organizationId,
    mailing_list_id: job.mailingListId,
    suppression_list_id: job.suppressionListId,
    progress_value: job.progressValue,
    progress_total: job.progressTotal,
    begins_at: renderOptionalTime(job.beginsAt, timeZone),
    started_at: renderOptionalTime(job.startedAt, timeZone),
    finished_at: renderOptionalTime(job.finishedAt, timeZone),
    retry_at: renderOptionalTime(job.retryAt, timeZone),
    created_at: renderTime(job.createdAt, timeZone),
    updated_at: renderTime(job.updatedAt, timeZone),
  };
}
