import type { WorkerDeps } from './compose.ts';
import { sorted } from './faults.ts';
import { diagnoseJobs } from './housekeeping/diagnose-jobs.ts';
import { purgeImports } from './housekeeping/purge-imports.ts';
import { purgePendingSubscribers } from './housekeeping/purge-pending-subscribers.ts';
import { sweepJobs } from './housekeeping/sweep-jobs.ts';

/** Work on jobs from outside of them, run by the maintenance workflow. */
export function createHousekeepingActivities(deps: WorkerDeps) {
  return {
    sweepJobs: sorted<void, { started: number; failed: number }>(sweepJobs(deps)),
    diagnoseJobs: sorted<void, { stuck: number }>(diagnoseJobs(deps)),
    purgeImports: sorted<void, { purged: number }>(purgeImports(deps)),
    purgePendingSubscribers: sorted<void, { emptied: number; removed: number }>(purgePendingSubscribers(deps)),
  };
}
