import { jobView } from './job-view.ts';
import type { JobView } from './job-view.ts';
import type { ListDeletionSnapshot } from './list-deletion.ts';

export type ListDeletionState = 'cancelling_jobs' | 'deleting_subscribers' | 'paused' | 'finished';

/** The public view of a running deletion; plain JSON. */
export interface ListDeletionView extends JobView<ListDeletionState> {
  /** Workflow ids of the jobs that have not ended yet. */
  readonly jobs: readonly string[];
  /** `total` is null until every job has ended. */
  readonly subscribers: { readonly deleted: number; readonly total: number | null };
}

/** Returns the view of a snapshot, for the workflow's query and for tests. */
export function listDeletionView(snapshot: ListDeletionSnapshot): ListDeletionView {
  const { context } = snapshot;
  return {
    ...jobView(snapshot),
    jobs: context.jobs ?? [],
    subscribers: { deleted: context.deleted, total: context.total },
  };
}
