import type { Client } from '@temporalio/client';

/** Queries the current details of a workflow, as the Temporal UI does. */
export async function currentDetailsOf(temporal: Client, workflowId: string): Promise<string> {
  const metadata = await temporal.workflow
    .getHandle(workflowId)
    .query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
}
