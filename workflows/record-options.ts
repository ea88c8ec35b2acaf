import { workflowInfo } from '@temporalio/workflow';
import type { ActivityOptions } from '@temporalio/workflow';
import { recordsQueueOf } from './names.ts';

/**
 * Options of the brief activities that write down what a job does; they are retried until Postgres is back. They are no local
 * activities: those do not replay where a message comes in the same moment as a query (inbox.ts).
 */
export function recordOptions(): ActivityOptions {
  return {
    taskQueue: recordsQueueOf(workflowInfo().taskQueue),
    startToCloseTimeout: '1m',
    // A host that is gone has taken tasks, and is handed more of them until its polls end.
    heartbeatTimeout: '10s',
    retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '20s' },
  };
}
