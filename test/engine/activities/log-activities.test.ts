import type { Context } from '@temporalio/activity';
import type { ActivityExecuteInput } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import { logActivities } from '../../../engine/activities/log-activities.ts';
import { logContext } from '../../../engine/platform/log-context.ts';

describe('the lines of an activity', () => {
  const seenBy = async (workflowId: string | null, argument: unknown) => {
    const info = {
      activityType: 'work',
      attempt: 3,
      ...(workflowId !== null && { workflowExecution: { workflowId, runId: 'r' } }),
    };
    const interceptors = logActivities({ info } as Context);
    const input = { args: [argument], headers: {} } as unknown as ActivityExecuteInput;
    return interceptors.inbound?.execute?.(input, () => Promise.resolve(logContext()));
  };

  it.each(['subscriber-import/4', 'eu-subscriber-import/4'])(
    'have the number of their import %s',
    async (workflowId) => {
      const context = { workflowId, importId: 4, activity: 'work', attempt: 3 };
      expect(await seenBy(workflowId, { importId: 4 })).toEqual(context);
      expect(await seenBy(workflowId, {})).toEqual(context);
    },
  );

  it.each([
    'subscriber-export/9',
    'suppressed-address-import/9',
    'list-deletion/9',
    'webhook-endpoint/9',
    'sluice-maintenance',
    'subscriber-import/x',
  ])('of %s have no number of an import, whatever their input has', async (workflowId) => {
    expect(await seenBy(workflowId, { importId: 4 })).toEqual({ workflowId, activity: 'work', attempt: 3 });
  });

  it('have no job when the activity has no workflow', async () => {
    expect(await seenBy(null, { importId: 4 })).toEqual({ activity: 'work', attempt: 3 });
  });
});
