import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';

/**
 * Whether the workflow of a job runs, has closed, or is not known, as after the namespace's retention.
 * @throws whatever the Temporal client throws when the service cannot be reached
 */
export async function findWorkflow(client: Client, workflowId: string): Promise<'alive' | 'ended' | 'unknown'> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name === 'RUNNING' || status.name === 'CONTINUED_AS_NEW' ? 'alive' : 'ended';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'unknown';
    throw error;
  }
}
