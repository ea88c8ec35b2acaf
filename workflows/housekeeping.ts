import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { createMaintenanceActivities } from '../engine/activities/maintenance.ts';
import { recordsQueueOf } from './names.ts';
import { purgesPendingSubscribers } from './patches.ts';

type Activities = ReturnType<typeof createMaintenanceActivities>;

/** Options of the activities of maintenance. */
export const MAINTENANCE_OPTIONS = {
  startToCloseTimeout: '10m',
  heartbeatTimeout: '1m',
  retry: { maximumAttempts: 3 },
} as const;
const { sweepJobs, purgeImports, purgePendingSubscribers } = proxyActivities<Activities>(MAINTENANCE_OPTIONS);

// Temporal Schedules ran these three before the maintenance workflow did. They stay for runs that an older version began,
// and for operators who start one by hand.

/** Starts jobs whose workflow was never started, and fails those whose workflow is gone. */
export async function sweep(): Promise<{ started: number; failed: number }> {
  return sweepJobs();
}

/** Finds what blocks running jobs, and sends it to them: on the queue of records, since blocked tasks may fill the others' slots. */
export async function diagnose(): Promise<{ stuck: number }> {
  const taskQueue = recordsQueueOf(workflowInfo().taskQueue);
  return proxyActivities<Activities>({ ...MAINTENANCE_OPTIONS, taskQueue }).diagnoseJobs();
}

/**
 * Deletes logs, staging and stored sources of imports whose retention has ended, and pending subscribers who did not confirm
 * in time.
 */
export async function purge(): Promise<{ purged: number; pendingSubscribers?: { emptied: number; removed: number } }> {
  const imports = await purgeImports();
  if (!purgesPendingSubscribers()) return imports;
  return { ...imports, pendingSubscribers: await purgePendingSubscribers() };
}
