import { hasEnded } from '../hooks/use-live-jobs.ts';
import type { LiveJob } from '../hooks/use-live-jobs.ts';

/** What the table of a list's jobs of one kind takes: the component JobsOfList of `kinds/<kind>/of-list.tsx`. */
export interface JobsOfListProps {
  listId: number;
  /** The jobs of the list that run, and those that ended since the page was opened. */
  live: readonly LiveJob[];
}

/** Changes when a job of the type was created or has ended: its table is then read again. */
export function changesOf(live: readonly LiveJob[], type: string): string {
  const jobs = live.filter(({ job_type }) => job_type === type);
  return `${jobs.length} ${jobs.filter((job) => hasEnded(job)).length}`;
}
