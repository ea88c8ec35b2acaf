import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { CommandActor } from '../../workflows/messages.ts';
import { SluiceError, ValidationFailed } from '../errors.ts';

/** What can be told to a running job; `fail` comes with a reason. */
export type JobCommand = 'retry' | 'skip_chunk' | 'fail' | 'pause' | 'unpause' | 'cancel';

/**
 * Tells a running job something, and waits until it holds.
 * @throws ValidationFailed when the job does not take the command, SluiceError when it is not running
 */
export async function commandJob(
  client: Client,
  workflowId: string,
  command: JobCommand,
  { by, reason }: { by: CommandActor; reason?: string | undefined },
): Promise<void> {
  try {
    const handle = client.workflow.getHandle(workflowId);
    const args: [string | null, CommandActor] = [reason ?? null, by];
    const accepted = await handle.startUpdate(command, { args, waitForStage: 'ACCEPTED' });
    await untilDone(accepted.result());
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    const message = `The job ${workflowId} is not running, so it takes no ${command}.`;
    throw new SluiceError('not_found', message, { cause: error });
  }
}

/** The end of the workflow may overtake the answer to a command it has accepted; the command holds then. */
async function untilDone(result: Promise<unknown>): Promise<void> {
  try {
    await result;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return;
    if (!(error instanceof WorkflowUpdateFailedError) || !(error.cause instanceof ApplicationFailure)) throw error;
    if (error.cause.type === 'AcceptedUpdateCompletedWorkflow') return;
    throw new ValidationFailed(error.cause.message, { cause: error });
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
