import { WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowHandle } from '@temporalio/client';

/**
 * Terminates the run of a handle. @returns false when it has ended already, or Temporal does not know it
 * @throws whatever the Temporal client throws when the service cannot be reached
 */
export async function terminateRun(handle: Pick<WorkflowHandle, 'terminate'>, reason: string): Promise<boolean> {
  try {
    await handle.terminate(reason);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
