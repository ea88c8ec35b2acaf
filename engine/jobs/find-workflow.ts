import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';

/**
 * Whether the workflow of a job runs, has completed, was ended otherwise, or is not known, as after the namespace's retention.
 * @throws whatever the Temporal client throws when the service cannot be reached
 */
export async function findWorkflow(
  client: Client,
  workflowId: string,
): Promise<'alive' | 'completed' | 'ended' | 'unknown'> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    if (status.name === 'COMPLETED') return 'completed';
    return status.name === 'RUNNING' || status.name === 'CONTINUED_AS_NEW' ? 'alive' : 'ended';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'unknown';
    throw error;
  }
}
