import type { Client } from '@temporalio/client';
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';

const SCHEDULES = [
  { scheduleId: 'sluice-sweep', workflowType: 'sweep', every: '1m' },
  { scheduleId: 'sluice-diagnose', workflowType: 'diagnose', every: '30s' },
  { scheduleId: 'sluice-purge', workflowType: 'purge', every: '1h' },
] as const;

/** Creates the housekeeping schedules that are not there yet. */
export async function ensureSchedules(client: Client): Promise<void> {
  for (const { scheduleId, workflowType, every } of SCHEDULES) {
    try {
      await client.schedule.create({
        scheduleId,
        spec: { intervals: [{ every }] },
        policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1m' },
        action: { type: 'startWorkflow', workflowType, taskQueue: 'sluice', workflowId: scheduleId },
      });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }
}
