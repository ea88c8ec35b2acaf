import { readServerTime } from '../../db/core/server-time.ts';
import { findWorkflow } from '../../jobs/find-workflow.ts';
import { findRunOfOther } from '../../jobs/run-key.ts';
import { startLostJob } from '../../jobs/start-lost-job.ts';
import type { WorkerDeps } from '../compose.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import type { MaintainedKind, UnfinishedJob } from '../maintained-kind.ts';

/** A younger row may belong to a request that is about to start its workflow. */
const GRACE_SECONDS = 10;

/**
 * Reconciles the unfinished jobs of every kind with their workflows. A workflow that a crash left unstarted is started. One that
 * Temporal no longer knows, since it lost its database or has an older one, is started again: always when the job had not
 * begun, and with `LOST_JOBS=restart` also when it had, which goes on from its ledger. So is one that has completed and whose row
 * tells otherwise: the database was set back to before its end. Other jobs without a workflow fail.
 */
export function reconcileJobs(deps: WorkerDeps) {
  return (): Promise<{ started: number; failed: number }> =>
    whileHeartbeating(async (signal) => {
      const counts = { started: 0, failed: 0 };
      for (const kind of deps.maintainedKinds) {
        const completed = new Set<string>();
        for (const job of await kind.unfinishedJobs(deps, GRACE_SECONDS)) {
          signal.throwIfAborted();
          const found = await findOwnWorkflow(deps, job);
          if (found === 'alive') continue;
          if (found === 'completed') {
            completed.add(job.start.workflowId);
          } else if (job.fail === undefined || (found === 'unknown' && mayBeStarted(deps, job))) {
            await startLostJob(deps.client, job, await readServerTime(deps.pool));
            counts.started++;
          } else {
            await job.fail(found);
            counts.failed++;
          }
        }
        for (const job of await stillUnfinished(deps, kind, completed)) {
          signal.throwIfAborted();
          await startLostJob(deps.client, job, await readServerTime(deps.pool));
          counts.started++;
        }
      }
      return counts;
    });
}

/** Those jobs whose workflow has completed and whose row says otherwise. They may have ended since their rows were read, so these are read again. */
async function stillUnfinished(
  deps: WorkerDeps,
  kind: MaintainedKind,
  completed: ReadonlySet<string>,
): Promise<readonly UnfinishedJob[]> {
  if (completed.size === 0) return [];
  const jobs = await kind.unfinishedJobs(deps, GRACE_SECONDS);
  return jobs.filter(({ start }) => completed.has(start.workflowId));
}

function mayBeStarted({ lostJobs }: WorkerDeps, { wasStarted, state, start }: UnfinishedJob): boolean {
  return !wasStarted || state === start.state || lostJobs === 'restart';
}

/** Temporal does not know a job whose id only a run of another job has. One that was started has a run of its own. */
async function findOwnWorkflow({ client }: WorkerDeps, { start, wasStarted }: UnfinishedJob) {
  if (!wasStarted && (await findRunOfOther(client, start)) !== null) return 'unknown';
  return findWorkflow(client, start.workflowId);
}
