import type { Client } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';

/** The health of a running job that is not ok, and what it is stuck by if that is known. */
export interface JobHealth {
  readonly health: string;
  readonly cause: string | null;
}

/** Reads which running jobs are not ok, by workflow id. Temporal's list follows a job with a little delay. */
export async function readJobHealths(client: Client): Promise<ReadonlyMap<string, JobHealth>> {
  const healths = new Map<string, JobHealth>();
  const query = `ExecutionStatus = 'Running' and JobHealth != 'ok'`;
  for await (const { workflowId, typedSearchAttributes: attributes } of client.workflow.list({ query })) {
    const health = attributes.get(SEARCH_ATTRIBUTES.jobHealth) ?? 'ok';
    healths.set(workflowId, { health, cause: attributes.get(SEARCH_ATTRIBUTES.stuckCause) ?? null });
  }
  return healths;
}
