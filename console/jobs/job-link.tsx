import { linkTo } from '../base.ts';
import { formatCount } from '../parts/format.ts';
import { wordsOf } from '../parts/words.ts';
import { JOB_NAMES } from './job-names.ts';

interface NamedJob {
  readonly job_type: string;
  readonly id: number;
  readonly dry_run?: boolean | null;
}

/** The link to the page of a job. */
export function JobLink({ job }: { job: NamedJob }) {
  const kind = JOB_NAMES.find(({ jobType }) => jobType === job.job_type);
  if (kind === undefined) return <>{`${job.job_type} ${job.id}`}</>;
  const name = job.dry_run === true ? 'Dry run' : kind.title;
  return <a href={linkTo(`${kind.path}/${job.id}`)}>{`${name} ${job.id}`}</a>;
}

/** "importing, 12,000 of 50,000". */
export function progressOf(job: { state: string; progress_value: number; progress_total: number | null }): string {
  const { state, progress_value, progress_total } = job;
  if (progress_total === null)
    return progress_value === 0 ? wordsOf(state) : `${wordsOf(state)}, ${formatCount(progress_value)}`;
  return `${wordsOf(state)}, ${formatCount(progress_value)} of ${formatCount(progress_total)}`;
}
