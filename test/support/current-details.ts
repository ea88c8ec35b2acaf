import type { Client } from '@temporalio/client';

/** What the Temporal UI shows as current details of a workflow, asked for as the UI does. */
export async function currentDetailsOf(temporal: Client, workflowId: string): Promise<string> {
  const metadata = await temporal.workflow
    .getHandle(workflowId)
    .query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
}
