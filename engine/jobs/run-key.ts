import { WorkflowNotFoundError } from '@temporalio/client';
import { fromClientPayload } from './client-payloads.ts';
import { UnreadablePayload } from './payload-codec.ts';
import type { JobIdentity, TemporalClient } from './temporal-client.ts';

/**
 * Finds out whether the latest run that has the id of a job is another job's. @returns the id of that run; null for one of the job,
 * for one whose input cannot be decrypted, and when Temporal knows none
 */
export async function findRunOfOther(client: TemporalClient, job: JobIdentity): Promise<string | null> {
  try {
    const { runId } = await client.workflow.getHandle(job.workflowId).describe();
    const input = (await readRunInput(client, { workflowId: job.workflowId, runId })) as {
      readonly jobKey?: string;
    } | null;
    return (input?.jobKey ?? null) === job.jobKey ? null : runId;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError || error instanceof UnreadablePayload) return null;
    throw error;
  }
}

/** Reads the input of a run: the first argument that its first event has. @throws UnreadablePayload */
export async function readRunInput(
  client: TemporalClient,
  { workflowId, runId }: { readonly workflowId: string; readonly runId: string },
): Promise<unknown> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const [input] = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  return input && fromClientPayload(client, input);
}
