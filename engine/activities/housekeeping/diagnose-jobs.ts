import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/client';
import { diagnose } from '../../jobs/diagnose.ts';
import { readJobFacts } from '../../jobs/job-facts.ts';
import { SEARCH_ATTRIBUTES } from '../../jobs/search-attributes.ts';
import { readWorld } from '../../jobs/world.ts';
import type { ClientDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';

const RUNNING = `ExecutionStatus = 'Running' and WorkflowType in ('subscriberImport', 'listDeletion')`;

/**
 * Looks at every running job, and tells a job what it is stuck by when that has changed; a healthy one hears nothing.
 * Postgres may be down meanwhile, so the jobs are those that Temporal knows.
 */
export function diagnoseJobs({ pool, client, log }: ClientDeps) {
  return (): Promise<{ stuck: number }> =>
    whileHeartbeating(async (signal) => {
      const world = await readWorld(pool);
      let stuck = 0;
      for await (const { workflowId } of client.workflow.list({ query: RUNNING })) {
        signal.throwIfAborted();
        const job = await describe(client, workflowId);
        if (job === null) continue;
        const diagnosis = diagnose(await readJobFacts(client, job), world);
        if (diagnosis !== null) stuck++;
        const cause = diagnosis?.cause ?? null;
        if (cause === knownCause(job)) continue;
        log.warn({ workflowId, cause, sentence: diagnosis?.sentence }, 'what a job is stuck by has changed');
        // Workflow code that cannot go on would not read the signal, and its history would only grow.
        if (cause !== 'bad_deploy') await tell(client, workflowId, diagnosis);
      }
      return { stuck };
    });
}

async function describe(client: Client, workflowId: string): Promise<WorkflowExecutionDescription | null> {
  return orNullWhenGone(client.workflow.getHandle(workflowId).describe());
}

function knownCause({ typedSearchAttributes }: WorkflowExecutionDescription): string | null {
  return typedSearchAttributes.get(SEARCH_ATTRIBUTES.stuckCause) ?? null;
}

async function tell(client: Client, workflowId: string, diagnosis: object | null): Promise<void> {
  await orNullWhenGone(client.workflow.getHandle(workflowId).signal('diagnosed', diagnosis));
}

/** A job may end while it is looked at. */
async function orNullWhenGone<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
