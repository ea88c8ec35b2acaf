import type { Client, WorkflowExecutionDescription } from '@temporalio/client';

/** The type of the failure with which a job that is queued behind others of its organization frees its worker slot. */
export const QUEUED_FAILURE = 'WaitsForTurn';

type Pending = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>[number];

/** An activity whose end Temporal has not seen. */
export interface PendingActivity {
  readonly id: string;
  readonly type: string;
  readonly attempt: number;
  readonly isPaused: boolean;
  /** A worker has it, or had it when it was last heard of. */
  readonly isStarted: boolean;
  /** Why the attempt before this one failed; `isTurn`: only because the job waits for its turn. */
  readonly failure: { readonly message: string; readonly isLostWorker: boolean; readonly isTurn?: boolean } | null;
}

/** What Temporal knows of a running job, apart from its state. */
export interface JobFacts {
  readonly workflowId: string;
  readonly activities: readonly PendingActivity[];
  /** Workflow code is at work, or is to be. */
  readonly isDeciding: boolean;
  /** Why the workflow code cannot go on; null while it can. */
  readonly brokenBy: string | null;
}

/** Reads what Temporal knows of a job that it has described. */
export async function readJobFacts(client: Client, job: WorkflowExecutionDescription): Promise<JobFacts> {
  const { pendingActivities, pendingWorkflowTask } = job.raw;
  const attempt = pendingWorkflowTask?.attempt ?? 0;
  return {
    workflowId: job.workflowId,
    activities: (pendingActivities ?? []).map(toPendingActivity),
    isDeciding: attempt > 0,
    brokenBy: attempt > 1 ? await failureOfLastTask(client, job) : null,
  };
}

/** Numbers of temporal.api.enums.v1: PendingActivityState, TimeoutType, WorkflowTaskFailedCause. */
const SCHEDULED = 1;
const HEARTBEAT_TIMEOUT = 4;
const CODE_FAILURES = new Map([
  [14, 'the workflow code failed'],
  [24, 'the history does not match the workflow code (nondeterminism)'],
]);

function toPendingActivity(pending: Pending): PendingActivity {
  const { lastFailure } = pending;
  return {
    id: pending.activityId ?? '',
    type: pending.activityType?.name ?? '',
    attempt: pending.attempt ?? 1,
    isPaused: pending.paused ?? false,
    isStarted: Number(pending.state) !== SCHEDULED,
    failure: lastFailure
      ? {
          message: lastFailure.message ?? '',
          isLostWorker: Number(lastFailure.timeoutFailureInfo?.timeoutType) === HEARTBEAT_TIMEOUT,
          isTurn: lastFailure.applicationFailureInfo?.type === QUEUED_FAILURE,
        }
      : null,
  };
}

const NEWEST_EVENTS = 20;

/** Of tasks that fail one after the other only the first is an event, so it may stand a little back. */
async function failureOfLastTask(client: Client, job: WorkflowExecutionDescription): Promise<string | null> {
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution: { workflowId: job.workflowId, runId: job.runId },
    maximumPageSize: NEWEST_EVENTS,
  });
  const events = history?.events ?? [];
  const end = events.find(
    (event) => event.workflowTaskCompletedEventAttributes ?? event.workflowTaskFailedEventAttributes,
  );
  return CODE_FAILURES.get(end?.workflowTaskFailedEventAttributes?.cause ?? 0) ?? null;
}
