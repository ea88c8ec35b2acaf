import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { withLogContext } from '../platform/log-context.ts';

/** Has every line that an activity logs carry its workflow, its import, its name and which attempt it is. */
export const logActivities: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute: (input, next) => {
      const { workflowExecution, activityType: activity, attempt } = info;
      const importId = (input.args[0] as { importId?: unknown } | undefined)?.importId;
      const context = {
        ...(workflowExecution && { workflowId: workflowExecution.workflowId }),
        ...(typeof importId === 'number' && { importId }),
        activity,
        attempt,
      };
      return withLogContext(context, () => next(input));
    },
  },
});
