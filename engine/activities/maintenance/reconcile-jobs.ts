import { findWorkflow } from '../../jobs/find-workflow.ts';
import { findRunOfOther } from '../../jobs/run-key.ts';
import { startJob } from '../../jobs/start-job.ts';
import type { WorkerDeps } from '../compose.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import type { UnfinishedJob } from '../maintained-kind.ts';

/** A younger row may belong to a request that is about to start its workflow. */
const GRACE_SECONDS = 10;

/**
 * Reconciles the unfinished jobs of every kind with their workflows: starts a workflow that a crash left unstarted, and
 * fails or starts again a job whose workflow an operator terminated or a lost Temporal database no longer has.
 */
export function reconcileJobs(deps: WorkerDeps) {
  return (): Promise<{ started: number; failed: number }> =>
    whileHeartbeating(async (signal) => {
      const counts = { started: 0, failed: 0 };
      for (const kind of deps.maintainedKinds) {
        for (const job of await kind.unfinishedJobs(deps, GRACE_SECONDS)) {
          signal.throwIfAborted();
          const found = await findOwnWorkflow(deps, job);
          if (found === 'alive') continue;
          const isUnstarted = found === 'unknown' && !job.wasStarted;
          if (isUnstarted || job.fail === undefined) {
            await startJob(deps.client, job.start);
            counts.started++;
          } else {
            await job.fail(found);
            counts.failed++;
          }
        }
      }
      return counts;
    });
}

/** Temporal does not know a job whose id only a run of another job has. One that was started has a run of its own. */
async function findOwnWorkflow({ client }: WorkerDeps, { start, wasStarted }: UnfinishedJob) {
  if (!wasStarted && (await findRunOfOther(client, start)) !== null) return 'unknown';
  return findWorkflow(client, start.workflowId);
}
