import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { CommandActor, JobView } from '../../workflows/messages.ts';
import { COMMAND_REJECTED } from '../../workflows/names.ts';
import type { CallLimit } from '../platform/timeouts.ts';

/** What can be told to a running job; `fail` comes with a reason. */
export type JobCommand = 'retry' | 'skip_chunk' | 'fail' | 'pause' | 'unpause' | 'cancel';

/** How a command ended: it holds, with the job's view if it still gave one; the job's state refuses it; no such job runs. */
export type CommandResult =
  | { readonly outcome: 'done'; readonly view: JobView | null }
  | { readonly outcome: 'rejected'; readonly message: string }
  | { readonly outcome: 'gone' };

/** What a command comes with, and how its two calls are kept from taking too long. */
export interface CommandOptions {
  readonly by: CommandActor;
  readonly reason?: string | undefined;
  readonly accept: CallLimit;
  readonly complete: CallLimit;
}

/**
 * Sends a command to a running job, and waits until it holds. The job answers with its view.
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

/** The end of the workflow may overtake the answer to a command it has accepted; the command holds then. */
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

/** Lets activities go on that were paused in the Temporal UI. */
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
