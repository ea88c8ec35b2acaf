import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { CommandActor, JobView } from '../../workflows/messages.ts';
import { COMMAND_REJECTED } from '../../workflows/names.ts';
import type { CallLimit } from '../platform/timeouts.ts';

/** Commands of a running job; `fail` has a reason. */
export type JobCommand = 'retry' | 'skip_chunk' | 'fail' | 'pause' | 'unpause' | 'cancel';

/**
 * Result of a command. `done`: in effect, with the job's view unless the workflow ended first; `rejected`: impossible in the
 * job's state; `gone`: no such job is running.
 */
export type CommandResult =
  | { readonly outcome: 'done'; readonly view: JobView | null }
  | { readonly outcome: 'rejected'; readonly message: string }
  | { readonly outcome: 'gone' };

/** Sender and reason of a command, and the timeouts of its two calls. */
export interface CommandOptions {
  readonly by: CommandActor;
  readonly reason?: string | undefined;
  readonly accept: CallLimit;
  readonly complete: CallLimit;
}

/**
 * Sends a command to a running job and waits until it is in effect. Returns the job's view.
 * @throws whatever the client or a limit throws when Temporal or a worker does not answer
 */
export async function commandJob(
  client: Client,
  workflowId: string,
  command: JobCommand,
  { by, reason, accept, complete }: CommandOptions,
): Promise<CommandResult> {
  try {
    const handle = client.workflow.getHandle(workflowId);
    const args: [string | null, CommandActor] = [reason ?? null, by];
    const accepted = await accept(() =>
      handle.startUpdate<JobView, typeof args>(command, { args, waitForStage: 'ACCEPTED' }),
    );
    return await complete(() => resultOf(accepted.result()));
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { outcome: 'gone' };
    throw error;
  }
}

/** A workflow may end before it returns the result of an accepted command; the command is in effect then. */
async function resultOf(result: Promise<JobView>): Promise<CommandResult> {
  try {
    return { outcome: 'done', view: await result };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { outcome: 'done', view: null };
    if (!(error instanceof WorkflowUpdateFailedError) || !(error.cause instanceof ApplicationFailure)) throw error;
    if (error.cause.type === 'AcceptedUpdateCompletedWorkflow') return { outcome: 'done', view: null };
    if (error.cause.type === COMMAND_REJECTED) return { outcome: 'rejected', message: error.cause.message };
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
