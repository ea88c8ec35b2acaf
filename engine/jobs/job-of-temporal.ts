import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import type { OperatorJob } from '../db/jobs/operator.ts';
import { kindOfWorkflow } from '../job-kinds/index.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';

/** A job as Temporal alone knows it, for when the database does not answer; null when Temporal knows none of that id. */
export async function readJobOfTemporal(client: Client, workflowId: string): Promise<OperatorJob | null> {
  try {
    const described = await client.workflow.getHandle(workflowId).describe();
    const { typedSearchAttributes: attributes, startTime, closeTime } = described;
    return {
      workflowId,
      kind: kindOfWorkflow(workflowId)?.name ?? 'unknown',
      state: attributes.get(SEARCH_ATTRIBUTES.jobState) ?? 'unknown',
      organizationId: attributes.get(SEARCH_ATTRIBUTES.organizationId) ?? 0,
      mailingListId: attributes.get(SEARCH_ATTRIBUTES.mailingListId) ?? 0,
      done: 0,
      total: null,
      beganAt: isoSeconds(startTime),
      endedAt: closeTime === undefined ? null : isoSeconds(closeTime),
      error: null,
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

function isoSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
