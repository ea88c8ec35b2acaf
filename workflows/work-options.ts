import type { ActivityOptions } from '@temporalio/workflow';

/** Waits between the attempts of an activity. */
export const BACKOFF = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '20s' } as const;

/**
 * Options of the activities that do the work of a job. Transient failures are retried until the dependencies are back; faults of the data
 * are never retried.
 */
export const WORK = {
  startToCloseTimeout: '1h',
  heartbeatTimeout: '10s',
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  retry: BACKOFF,
} as const satisfies ActivityOptions;
