import { linkTo } from '../base.ts';
import { formatCount } from './format.ts';

interface NamedJob {
  readonly job_type: string;
  readonly id: number;
  readonly dry_run?: boolean | null;
}

const KINDS: Readonly<Record<string, { readonly name: string; readonly path: string }>> = {
  SubscriberImport: { name: 'Import', path: '/imports' },
  SubscriberExport: { name: 'Export', path: '/exports' },
  MailingListDeletion: { name: 'Deletion', path: '/deletions' },
};

/** The link to the page of a job. */
export function JobLink({ job }: { job: NamedJob }) {
  const kind = KINDS[job.job_type];
  if (kind === undefined) return <>{`${job.job_type} ${job.id}`}</>;
  const name = job.dry_run === true ? 'Dry run' : kind.name;
  return <a href={linkTo(`${kind.path}/${job.id}`)}>{`${name} ${job.id}`}</a>;
}

/** "importing, 12,000 of 50,000". */
export function progressOf(job: { state: string; progress_value: number; progress_total: number | null }): string {
  const { state, progress_value, progress_total } = job;
  if (progress_total === null)
    return progress_value === 0 ? stateName(state) : `${stateName(state)}, ${formatCount(progress_value)}`;
  return `${stateName(state)}, ${formatCount(progress_value)} of ${formatCount(progress_total)}`;
}

/** A state as a reader says it: "cancelling jobs". */
export function stateName(state: string): string {
  return state.replaceAll('_', ' ');
}
