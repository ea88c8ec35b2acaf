import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { CommandActor, JobView, StuckView } from '../../../workflows/messages.ts';
import { diagnose } from '../../jobs/diagnose.ts';
import { readJobFacts } from '../../jobs/job-facts.ts';
import { runningJobs } from '../../job-kinds/index.ts';
import { jobLogIds } from '../../job-kinds/log-ids.ts';
import { JOB_VIEW, SEARCH_ATTRIBUTES } from '../../../workflows/names.ts';
import { isTransientFault } from '../../jobs/transient-fault.ts';
import { readDependencyHealth } from '../../jobs/dependency-health.ts';
import type { DependencyHealth } from '../../jobs/dependency-health.ts';
import type { ClientDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';

/**
 * Diagnoses every running job and sends it the diagnosis when that has changed; a healthy job gets none. A job that stalled because of a
 * fault that is over gets the command to retry. Postgres may be down, so the jobs are read from Temporal.
 */
export function diagnoseJobs(deps: ClientDeps) {
  const { pool, client, log } = deps;
  return (): Promise<{ stuck: number }> =>
    whileHeartbeating(async (signal) => {
      const dependencies = await readDependencyHealth(pool);
      let stuck = 0;
      for await (const { workflowId } of client.workflow.list({ query: runningJobs(client.names.taskQueue) })) {
        signal.throwIfAborted();
        try {
          if (await lookAt(deps, workflowId, dependencies)) stuck++;
        } catch (error) {
          // One job that cannot be looked at does not hide the others.
          log.warn({ ...jobLogIds(workflowId), err: error }, 'a job could not be looked at');
        }
      }
      return { stuck };
    });
}

/** @returns whether the job is stuck */
async function lookAt(
  { client, log }: ClientDeps,
  workflowId: string,
  dependencies: DependencyHealth,
): Promise<boolean> {
  const job = await orNullWhenGone(client.workflow.getHandle(workflowId).describe());
  if (job === null) return false;
  const shown = await healthShownBy(client, job);
  if (dependencies.postgresFault === null && shown?.health === 'stalled') await retryAfterTrouble(client, workflowId);
  const diagnosis = diagnose(await readJobFacts(client, job), dependencies);
  const cause = diagnosis?.cause ?? null;
  if (shown === null || cause === shown.cause) return cause !== null;
  log.warn({ ...jobLogIds(workflowId), cause, sentence: diagnosis?.sentence }, 'what a job is stuck by has changed');
  // Workflow code that cannot go on would not read the signal, and its history would only grow.
  if (cause !== 'bad_deploy') {
    await orNullWhenGone(client.workflow.getHandle(workflowId).signal('diagnosed', diagnosis));
  }
  return cause !== null;
}

/**
 * A task is parked after a quarter of an hour of trouble with a dependency. That needs no decision once the dependency is well
 * again, so the job is not left waiting for a person.
 */
async function retryAfterTrouble(client: Client, workflowId: string): Promise<void> {
  const parked = (await readView(client, workflowId))?.parked ?? [];
  if (parked.length === 0 || !parked.every(({ reason }) => isTransientFault(reason))) return;
  const by: CommandActor = { type: 'maintenance' };
  await orNullWhenGone(client.workflow.getHandle(workflowId).signal('retry', null, by));
}

/** The health of a job and the cause that was sent to it last. */
interface ShownHealth {
  readonly health: string;
  readonly cause: string | null;
}

/** Reads them from the search attributes, or from the view of a job without these; null when that job does not answer. */
async function healthShownBy(client: Client, job: WorkflowExecutionDescription): Promise<ShownHealth | null> {
  const { typedSearchAttributes: attributes, workflowId } = job;
  const health = attributes.get(SEARCH_ATTRIBUTES.jobHealth);
  if (health !== undefined) return { health, cause: attributes.get(SEARCH_ATTRIBUTES.stuckCause) ?? null };
  const view = await readView(client, workflowId).catch(() => null);
  return view === null ? null : { health: view.health, cause: view.stuck?.cause ?? null };
}

const VIEW_MS = 5_000;

interface View extends JobView, Partial<StuckView> {
  readonly parked?: readonly { readonly reason: string }[];
}

function readView(client: Client, workflowId: string): Promise<View | null> {
  const handle = client.workflow.getHandle(workflowId);
  return orNullWhenGone(client.withDeadline(Date.now() + VIEW_MS, () => handle.query<View>(JOB_VIEW)));
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
