import type { Client } from '@temporalio/client';
import type { Pool } from 'pg';
import type { Diagnosis } from '../../../workflows/messages.ts';
import { inspectJob } from '../inspect-job.ts';
import { RUNNING_JOBS } from '../../job-kinds/index.ts';
import { readTaskQueues } from '../task-queue.ts';
import type { TaskQueues } from '../task-queue.ts';
import { callTemporal } from '../../platform/timeouts.ts';
import { readWorld } from '../world.ts';

/** What holds running jobs up, as an onlooker finds it who asks no worker for anything but answers. */
export interface Troubles {
  readonly taskQueues: TaskQueues;
  /** Jobs that run, all in all. */
  readonly running: number;
  /** Of those that were looked at, those that are stuck or stalled. */
  readonly heldUp: readonly { readonly workflowId: string; readonly diagnosis: Diagnosis }[];
  /** Jobs that were not looked at, since there are too many or they could not be described in time. */
  readonly unseen: number;
}

/** Looks at running jobs, those first that said themselves that they are not well. It takes a few seconds at most. */
export async function readTroubles(client: Client, pool: Pool): Promise<Troubles> {
  const limit = <Answer>(call: () => Promise<Answer>) => callTemporal(client, ANSWER_MS, call);
  const [taskQueues, world, { count }, workflowIds] = await Promise.all([
    limit(() => readTaskQueues(client)),
    readWorld(pool),
    limit(() => client.workflow.count(RUNNING_JOBS)),
    limit(() => findJobs(client)),
  ]);
  // One job that cannot be looked at does not hide the others.
  const looks = await Promise.allSettled(
    workflowIds.map(async (workflowId) => {
      const inspection = await inspectJob(client, workflowId, { world, limit });
      return inspection?.diagnosis ? [{ workflowId, diagnosis: inspection.diagnosis }] : [];
    }),
  );
  const seen = looks.filter((look) => look.status === 'fulfilled');
  const heldUp = seen.flatMap(({ value }) => value);
  return { taskQueues, running: count, heldUp, unseen: Math.max(0, count - seen.length) };
}

/** The Temporal UI waits ten seconds for what it asks. */
const ANSWER_MS = 3_000;
const MOST_JOBS = 50;

async function findJobs(client: Client): Promise<string[]> {
  const workflowIds: string[] = [];
  for (const health of [`JobHealth != 'ok'`, `JobHealth = 'ok'`]) {
    for await (const { workflowId } of client.workflow.list({
      query: `${RUNNING_JOBS} and ${health}`,
      pageSize: MOST_JOBS,
    })) {
      if (workflowIds.length === MOST_JOBS) return workflowIds;
      workflowIds.push(workflowId);
    }
  }
  return workflowIds;
}
