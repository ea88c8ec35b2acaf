import { z } from 'zod/v4';
import type { BackgroundJob } from '../../engine/db/jobs/background-jobs.ts';
import type { JobCreator } from '../../engine/db/jobs/job-activity.ts';
import { renderOptionalTime, renderTime } from '../http/times.ts';
import { JOB_STATES } from '../../engine/db/jobs/background-jobs.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { backgroundJobExample } from './examples.ts';
import { JOB_TYPE_NAMES } from './job-types.ts';

/** The creator of a job as the API shows it. */
export const jobCreatorRecord = z
  .object({ type: z.string(), id: whole.nullable(), name: z.string().nullable() })
  .nullable()
  .describe('Extension: the first entry of the activity; null if none is recorded.');

/** A job as the API shows it. */
export const backgroundJobRecord = z
  .object({
    id: whole,
    job_type: z.enum(JOB_TYPE_NAMES),
    name: z.string(),
    state: z.enum(JOB_STATES),
    state2: z.string().nullable(),
    paused: z.boolean(),
    organization_id: whole,
    mailing_list_id: whole.nullable(),
    suppression_list_id: whole.nullable(),
    progress_value: whole,
    progress_total: whole.nullable(),
    begins_at: renderedTime.nullable(),
    started_at: renderedTime.nullable(),
    finished_at: renderedTime.nullable(),
    retry_at: renderedTime.nullable(),
    created_at: renderedTime,
    updated_at: renderedTime,
    organization_name: z.string().describe('Extension: the name of the organization.'),
    mailing_list_name: z
      .string()
      .nullable()
      .describe('Extension: the name of the list; null for a job without a list.'),
    dry_run: z
      .boolean()
      .nullable()
      .describe(
        'Extension: whether the import is a dry run, which writes no subscribers. Null for other kinds of jobs.',
      ),
    created_by: jobCreatorRecord,
  })
  .meta({ id: 'BackgroundJob', examples: [backgroundJobExample] });

/** A job as the API shows it. */
export function renderBackgroundJob(
  job: BackgroundJob,
  createdBy: JobCreator | null,
  timeZone: string,
): Rendered<typeof backgroundJobRecord> {
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
    organization_name: job.organizationName,
    mailing_list_name: job.mailingListName,
    dry_run: job.isDryRun,
    created_by: createdBy,
  };
}
