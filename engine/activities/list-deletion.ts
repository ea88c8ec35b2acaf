import type { WorkerDeps } from './compose.ts';
import { deletionStates } from '../db/lists/list-deletions.ts';
import { sorted } from './faults.ts';
import { recordJobState } from './record-job-state.ts';
import { cancelJobs } from './list-deletion/cancel-jobs.ts';
import { deleteSubscribers } from './list-deletion/delete-subscribers.ts';
import { purgeList } from './list-deletion/purge-list.ts';

export { maintainedListDeletions } from './list-deletion/maintained-list-deletions.ts';

/** The activities of a list deletion: each may be retried, and resumes from the ledger. */
export function createListDeletionActivities(deps: WorkerDeps) {
  return {
    cancelJobs: sorted(cancelJobs(deps)),
    deleteSubscribers: sorted(deleteSubscribers(deps)),
    purgeList: sorted(purgeList(deps)),
    recordListDeletionState: sorted(recordJobState(deps, deletionStates)),
  };
}
