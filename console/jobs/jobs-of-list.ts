import { hasEnded } from '../hooks/use-live-jobs.ts';
import type { LiveJobs } from '../hooks/use-live-jobs.ts';

/** Props of `JobsOfList` in `kinds/<kind>/of-list.tsx`: the table of a list's jobs of one kind. */
export interface JobsOfListProps {
  listId: number;
  /** The jobs of the list that run, and those that ended since the page was opened. */
  live: Pick<LiveJobs, 'jobs' | 'reloads'>;
}

/** Changes when a job of the type was created or has ended, or may have: its table is then read again. */
export function changesOf({ jobs, reloads }: JobsOfListProps['live'], type: string): string {
  const ofType = jobs.filter(({ job_type }) => job_type === type);
  return `${ofType.length} ${ofType.filter((job) => hasEnded(job)).length} ${reloads}`;
}
