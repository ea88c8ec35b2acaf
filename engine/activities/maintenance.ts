import type { WorkerDeps } from './compose.ts';
import { sorted } from './faults.ts';
import { diagnoseJobs } from './maintenance/diagnose-jobs.ts';
import { purgeJobs } from './maintenance/purge-jobs.ts';
import { purgePendingSubscribers } from './maintenance/purge-pending-subscribers.ts';
import { sweepJobs } from './maintenance/sweep-jobs.ts';

/** Work on jobs from outside of them, run by the maintenance workflow. */
export function createMaintenanceActivities(deps: WorkerDeps) {
  return {
    sweepJobs: sorted<void, { started: number; failed: number }>(sweepJobs(deps)),
    diagnoseJobs: sorted<void, { stuck: number }>(diagnoseJobs(deps)),
    // Named when there were imports only; histories hold the name.
    purgeImports: sorted<void, { purged: number }>(purgeJobs(deps)),
    purgePendingSubscribers: sorted<void, { emptied: number; removed: number }>(purgePendingSubscribers(deps)),
  };
}
