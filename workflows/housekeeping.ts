import { patched, proxyActivities } from '@temporalio/workflow';
import type { createHousekeepingActivities } from '../engine/activities/housekeeping.ts';

const { sweepJobs, diagnoseJobs, purgeImports, purgePendingSubscribers } = proxyActivities<
  ReturnType<typeof createHousekeepingActivities>
>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '1m',
  retry: { maximumAttempts: 3 },
});

/** Closes the gap between a job's row and its workflow; a Temporal Schedule runs it every minute. */
export async function sweep(): Promise<{ started: number; failed: number }> {
  return sweepJobs();
}

/** Tells running jobs what they are stuck by; a Temporal Schedule runs it every half minute. */
export async function diagnose(): Promise<{ stuck: number }> {
  return diagnoseJobs();
}

/**
 * Removes logs, staging and stored sources of imports whose retention is over, and forgets who did not confirm in time;
 * a Temporal Schedule runs it hourly.
 */
export async function purge(): Promise<{ purged: number; pendingSubscribers?: { emptied: number; removed: number } }> {
  const imports = await purgeImports();
  if (!patched('purge-pending-subscribers')) return imports;
  return { ...imports, pendingSubscribers: await purgePendingSubscribers() };
}
