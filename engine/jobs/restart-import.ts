import { ApplicationFailure, WorkflowIdConflictPolicy } from '@temporalio/common';
import type { CommandActor } from '../../workflows/messages.ts';
import { ValidationFailed } from '../platform/errors.ts';
import type { TemporalClient } from './temporal-client.ts';

/**
 * Restarts a failed import, and waits until it is unfinished again; a restart that is under way is waited for.
 * @throws ValidationFailed with the reason when it cannot be restarted
 */
export async function restartImport(client: TemporalClient, importId: number, by: CommandActor): Promise<void> {
  try {
    await client.workflow.execute('restartImport', {
      taskQueue: client.names.taskQueue,
      workflowId: `${client.names.workflowIdPrefix}restart-import/${importId}`,
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
      args: [{ importId, by }],
    });
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    throw new ValidationFailed(refusal, { cause: error });
  }
}

function refusalIn(error: unknown): string | null {
  if (error instanceof ApplicationFailure) return error.message;
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : null;
}
