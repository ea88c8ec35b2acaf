import type { ListDeletionSnapshot } from './list-deletion.ts';

export type ListDeletionState = 'cancelling_jobs' | 'deleting_subscribers' | 'paused' | 'finished';

/** The public view of a running deletion; plain JSON. */
export interface ListDeletionView {
  readonly state: ListDeletionState;
  readonly health: 'ok' | 'stalled';
  readonly error_message: string | null;
  /** Workflow ids of the jobs that have not ended yet. */
  readonly jobs: readonly string[];
  /** `total` is null until every job has ended. */
  readonly subscribers: { readonly deleted: number; readonly total: number | null };
}

/** Returns the view of a snapshot, for the workflow's query and for tests. */
export function listDeletionView(snapshot: ListDeletionSnapshot): ListDeletionView {
  const { context } = snapshot;
  return {
    state: publicState(snapshot),
    health: snapshot.hasTag('stalled') ? 'stalled' : 'ok',
    error_message: context.error,
    jobs: context.jobs ?? [],
    subscribers: { deleted: context.deleted, total: context.total },
  };
}

function publicState({ value }: ListDeletionSnapshot): ListDeletionState {
  if (typeof value === 'string') return value;
  return Object.keys(value.active)[0] as ListDeletionState;
}
