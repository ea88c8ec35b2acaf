import { setTimeout as delay } from 'node:timers/promises';
import { isGrpcServiceError, ServiceError, WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { Command, CommandActor, JobView } from '../../workflows/messages.ts';
import { COMMAND_REJECTED, NOT_NOW, ROW_LOST } from '../../workflows/names.ts';
import type { CallLimit } from '../platform/timeouts.ts';
import type { KnownJob, TemporalClient } from './temporal-client.ts';

/** Commands of a running job; `fail` has a reason. */
export type JobCommand = Command;

/**
 * Result of a command. `done`: in effect, with the job's view unless the workflow ended first; `rejected`: impossible in the
 * job's state; `gone`: no such job is running; `untaken`: no worker took it in several tries, so it is not in effect.
 */
export type CommandResult =
  | { readonly outcome: 'done'; readonly view: JobView | null }
  | { readonly outcome: 'rejected'; readonly message: string }
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'untaken' };

/** Sender and reason of a command, and the timeouts of its two calls. */
export interface CommandOptions {
  readonly by: CommandActor;
  readonly reason?: string | undefined;
  readonly accept: CallLimit;
  readonly complete: CallLimit;
}

/** Waits between the tries of a command that was not taken, in milliseconds: three seconds in all. */
const RETRY_AFTER_MS = [50, 150, 400, 800, 1600];

/**
 * Sends a command to a running job and waits until it is in effect. Returns the job's view.
 * @throws whatever the client or a limit throws when Temporal or a worker does not answer
 */
export async function commandJob(
  client: TemporalClient,
  job: KnownJob,
  command: JobCommand,
  options: CommandOptions,
): Promise<CommandResult> {
  for (const wait of RETRY_AFTER_MS) {
    const result = await send(client, job, command, options);
    if (result.outcome !== 'untaken') return result;
    await delay(wait);
  }
  return send(client, job, command, options);
}

async function send(
  client: TemporalClient,
  job: KnownJob,
  command: JobCommand,
  { by, reason, accept, complete }: CommandOptions,
): Promise<CommandResult> {
  try {
    const args: [string | null, CommandActor] = [reason ?? null, by];
    const accepted = await accept(() =>
      client.asJob(job, (handle) =>
        handle.startUpdate<JobView, typeof args>(command, { args, waitForStage: 'ACCEPTED' }),
      ),
    );
    return await complete(() => resultOf(accepted.result()));
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { outcome: 'gone' };
    if (isTurnedAway(error)) return { outcome: 'untaken' };
    throw error;
  }
}

/** The status of gRPC with which the server refuses an update while the tasks of the workflow fail, so that no worker gets it. */
const FAILED_PRECONDITION = 9;

function isTurnedAway(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return isGrpcServiceError(error.cause) && Number(error.cause.code) === FAILED_PRECONDITION;
}

/** Types of failures of updates that took no effect: ours, and the server's where a worker did not answer an update of its task. */
const UNTAKEN: readonly unknown[] = [NOT_NOW, 'UnprocessedUpdate'];

/** The SDK's rejection of an update that reaches a workflow before its handlers; it has no type. */
const WITHOUT_HANDLER = /^No registered handler for update/;

/** A workflow may end before it returns the result of an accepted command; the command is in effect then. */
async function resultOf(result: Promise<JobView>): Promise<CommandResult> {
  try {
    return { outcome: 'done', view: await result };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { outcome: 'done', view: null };
    if (!(error instanceof WorkflowUpdateFailedError) || !(error.cause instanceof ApplicationFailure)) throw error;
    const { type, message } = error.cause;
    if (type === 'AcceptedUpdateCompletedWorkflow') return { outcome: 'done', view: null };
    if (type === ROW_LOST) return { outcome: 'gone' };
    if (type === COMMAND_REJECTED) return { outcome: 'rejected', message };
    if (UNTAKEN.includes(type) || WITHOUT_HANDLER.test(message)) return { outcome: 'untaken' };
    throw error;
  }
}

/** Unpauses activities that were paused in the Temporal UI. */
export async function unpauseActivities(
  client: Client,
  workflowId: string,
  activities: readonly { readonly id: string; readonly isPaused: boolean }[],
): Promise<void> {
  for (const { id } of activities.filter(({ isPaused }) => isPaused)) {
    await client.workflowService.unpauseActivity({
      namespace: client.options.namespace,
      execution: { workflowId },
      id,
    });
  }
}
