import { readEndedJobs } from '../../db/jobs/ended-jobs.ts';
import { JOB_KINDS, runningJobs } from '../../job-kinds/index.ts';
import { jobIdOf } from '../../jobs/job-name.ts';
import { haveJobHealth, readRegisteredAttributes } from '../../jobs/registered-attributes.ts';
import { terminateRun } from '../../jobs/terminate-run.ts';
import type { WorkerDeps } from '../compose.ts';

/** Paused runs that are looked at in one reconciliation. */
const MOST_RUNS = 10_000;

/** A job that was cancelled while it was paused cleans up for less than that. */
const REST_SECONDS = 300;

const REASON = 'Its job has ended: Temporal was restored to a time when it was paused.';

/**
 * Terminates the paused runs of jobs that have ended. Temporal was restored to a time when they were paused, and they would stay so
 * for good. Namespaces without the search attribute of the state are left alone.
 */
export async function endPausedRuns({ client, pool, log }: WorkerDeps, signal: AbortSignal): Promise<void> {
  if (!haveJobHealth(await readRegisteredAttributes(client))) return;
  const paused = await readPausedRuns(client, signal);
  for (const kind of JOB_KINDS) {
    const workflowIds = new Map(paused.map((workflowId) => [jobIdOf(client, kind, workflowId), workflowId]));
    const ids = [...workflowIds.keys()].filter((id) => id !== null);
    for (const id of await readEndedJobs(pool, kind.jobRows, { ids, agoSeconds: REST_SECONDS })) {
      signal.throwIfAborted();
      const workflowId = workflowIds.get(id) ?? '';
      if (await terminateRun(client.workflow.getHandle(workflowId), REASON))
        log.warn({ workflowId }, 'a paused run of a job that has ended was ended');
    }
  }
}

async function readPausedRuns(client: WorkerDeps['client'], signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  const query = `${runningJobs(client.names.taskQueue)} and JobState = 'paused'`;
  for await (const { workflowId } of client.workflow.list({ query })) {
    signal.throwIfAborted();
    found.push(workflowId);
    if (found.length === MOST_RUNS) break;
  }
  return found;
}
