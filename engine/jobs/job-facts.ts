import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { fromClientPayload } from './client-payloads.ts';

/** The type of the failure with which a job that is queued behind others of its organization frees its worker slot. */
export const QUEUED_FAILURE = 'WaitsForTurn';

type Pending = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>[number];

/** An activity whose end Temporal has not seen. */
export interface PendingActivity {
  readonly id: string;
  readonly type: string;
  readonly attempt: number;
  readonly isPaused: boolean;
  /** Whether a worker has started this attempt. */
  readonly isStarted: boolean;
  /** The failure of the previous attempt; `isTurn`: not an error, the job is queued behind others of its organization. */
  readonly failure: { readonly message: string; readonly isLostWorker: boolean; readonly isTurn?: boolean } | null;
}

/** Temporal's view of a running job, apart from its state. */
export interface JobFacts {
  readonly workflowId: string;
  readonly activities: readonly PendingActivity[];
  /** Whether a workflow task is pending. */
  readonly isDeciding: boolean;
  /** Failure of the workflow tasks; null while they do not fail. */
  readonly brokenBy: string | null;
}

/** Reads the facts of a described job. */
export async function readJobFacts(client: Client, job: WorkflowExecutionDescription): Promise<JobFacts> {
  const { pendingActivities, pendingWorkflowTask } = job.raw;
  const attempt = pendingWorkflowTask?.attempt ?? 0;
  return {
    workflowId: job.workflowId,
    activities: await Promise.all((pendingActivities ?? []).map((pending) => toPendingActivity(client, pending))),
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

async function toPendingActivity(client: Client, pending: Pending): Promise<PendingActivity> {
  const { lastFailure } = pending;
  return {
    id: pending.activityId ?? '',
    type: pending.activityType?.name ?? '',
    attempt: pending.attempt ?? 1,
    isPaused: pending.paused ?? false,
    isStarted: Number(pending.state) !== SCHEDULED,
    failure: lastFailure
      ? {
          message: await messageOf(client, lastFailure),
          isLostWorker: Number(lastFailure.timeoutFailureInfo?.timeoutType) === HEARTBEAT_TIMEOUT,
          isTurn: lastFailure.applicationFailureInfo?.type === QUEUED_FAILURE,
        }
      : null,
  };
}

/** The message of a failure, decrypted if it is encrypted; why it cannot be decrypted when that is the case. */
async function messageOf(client: Client, failure: NonNullable<Pending['lastFailure']>): Promise<string> {
  const { message, encodedAttributes } = failure;
  if (!encodedAttributes) return message ?? '';
  try {
    return (await fromClientPayload<{ message?: string }>(client, encodedAttributes)).message ?? '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const NEWEST_EVENTS = 20;

/** Only the first of consecutive failed workflow tasks is an event, so it is searched in the newest events. */
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
