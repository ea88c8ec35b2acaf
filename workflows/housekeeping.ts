import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { createHousekeepingActivities } from '../engine/activities/housekeeping.ts';
import { diagnosesWithoutASlot, purgesPendingSubscribers } from './patches.ts';

type Activities = ReturnType<typeof createHousekeepingActivities>;

const { sweepJobs, diagnoseJobs, purgeImports, purgePendingSubscribers } = proxyActivities<Activities>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '1m',
  retry: { maximumAttempts: 3 },
});

const local = proxyLocalActivities<Activities>({ startToCloseTimeout: '5m', retry: { maximumAttempts: 3 } });

// The maintenance workflow has taken the place of these three, which Temporal Schedules ran. They stay for runs that an older
// version began, and for operators who start one by hand.

/** Closes the gap between a job's row and its workflow. */
export async function sweep(): Promise<{ started: number; failed: number }> {
  return sweepJobs();
}

/** Tells running jobs what they are stuck by. */
export async function diagnose(): Promise<{ stuck: number }> {
  return diagnosesWithoutASlot() ? local.diagnoseJobs() : diagnoseJobs();
}

/**
 * Removes logs, staging and stored sources of imports whose retention is over, and forgets who did not confirm in time.
 */
export async function purge(): Promise<{ purged: number; pendingSubscribers?: { emptied: number; removed: number } }> {
  const imports = await purgeImports();
  if (!purgesPendingSubscribers()) return imports;
  return { ...imports, pendingSubscribers: await purgePendingSubscribers() };
}
