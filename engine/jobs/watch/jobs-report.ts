import type { Pool } from 'pg';
import type { Diagnosis } from '../../../workflows/messages.ts';
import { inspectJob } from '../inspect-job.ts';
import { runningJobs } from '../../job-kinds/index.ts';
import { haveJobHealth, readRegisteredAttributes } from '../registered-attributes.ts';
import { readTaskQueues } from '../task-queue.ts';
import type { TemporalClient } from '../temporal-client.ts';
import type { TaskQueues } from '../task-queue.ts';
import { callTemporal } from '../../platform/timeouts.ts';
import { readDependencyHealth } from '../dependency-health.ts';

/** The stuck and stalled jobs, found without the help of a worker. */
export interface JobsReport {
  readonly taskQueues: TaskQueues;
  /** Number of running jobs. */
  readonly running: number;
  /** The checked jobs that are stuck or stalled. */
  readonly stuckOrStalled: readonly { readonly workflowId: string; readonly diagnosis: Diagnosis }[];
  /** Number of jobs that were not checked, because of MAX_JOBS or a timeout. */
  readonly unchecked: number;
}

/** Inspects running jobs, unhealthy ones first, within a few seconds. */
export async function readJobsReport(client: TemporalClient, pool: Pool): Promise<JobsReport> {
  const limit = <Answer>(call: () => Promise<Answer>) => callTemporal(client, CALL_TIMEOUT_MS, call);
  const [taskQueues, dependencies, { count }, workflowIds] = await Promise.all([
    limit(() => readTaskQueues(client)),
    readDependencyHealth(pool),
    limit(() => client.workflow.count(runningJobs(client.names.taskQueue))),
    limit(() => findJobs(client)),
  ]);
  // A job that cannot be inspected does not hide the others.
  const inspections = await Promise.allSettled(
    workflowIds.map(async (workflowId) => {
      const inspection = await inspectJob(client, { workflowId }, { dependencies, limit });
      return inspection?.diagnosis ? [{ workflowId, diagnosis: inspection.diagnosis }] : [];
    }),
  );
  const inspected = inspections.filter((inspection) => inspection.status === 'fulfilled');
  const stuckOrStalled = inspected.flatMap(({ value }) => value);
  return { taskQueues, running: count, stuckOrStalled, unchecked: Math.max(0, count - inspected.length) };
}

/** The Temporal UI waits ten seconds for a query. */
const CALL_TIMEOUT_MS = 3_000;
const MAX_JOBS = 50;

/** Finds running jobs, those that are not ok first where the namespace has the search attributes of the health. */
async function findJobs(client: TemporalClient): Promise<string[]> {
  const workflowIds = new Set<string>();
  const running = runningJobs(client.names.taskQueue);
  const hasHealth = haveJobHealth(await readRegisteredAttributes(client));
  for (const query of hasHealth ? [`${running} and JobHealth != 'ok'`, running] : [running]) {
    for await (const { workflowId } of client.workflow.list({ query, pageSize: MAX_JOBS })) {
      if (workflowIds.size === MAX_JOBS) return [...workflowIds];
      workflowIds.add(workflowId);
    }
  }
  return [...workflowIds];
}
