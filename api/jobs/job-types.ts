import { campaignJobs } from '../../engine/db/campaigns/campaign-jobs.ts';
import type { JobTypeRows } from '../../engine/db/jobs/job-type-rows.ts';
import { CLIENT_JOB_KINDS } from '../../engine/job-kinds/index.ts';

/** The types of background jobs: those of our kinds, and those that fixtures bring. */
const JOB_TYPES: readonly JobTypeRows[] = [campaignJobs, ...CLIENT_JOB_KINDS.map(({ listed }) => listed)];

/** Their names in the API. */
export const JOB_TYPE_NAMES = JOB_TYPES.map(({ jobType }) => jobType);

/** The types of the jobs that a call lists: those that it names, or all that the specification has. */
export function listedTypes(named: readonly string[] | null): readonly JobTypeRows[] {
  return JOB_TYPES.filter(({ jobType, isExtension }) => named?.includes(jobType) ?? isExtension !== true);
}
