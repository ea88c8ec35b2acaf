import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { jobLogIds } from '../job-kinds/log-ids.ts';
import { withLogContext } from '../platform/log-context.ts';

/** Adds the job, the name and the attempt of an activity to every line that it logs. */
export const logActivities: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute: (input, next) => {
      const { workflowExecution, activityType: activity, attempt } = info;
      const job = workflowExecution && jobLogIds(workflowExecution.workflowId);
      return withLogContext({ ...job, activity, attempt }, () => next(input));
    },
  },
});
