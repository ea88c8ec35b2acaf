import type { WorkerDeps } from '../compose.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { endPausedRuns } from './end-paused-runs.ts';
import { notifyWentBack } from './notify-went-back.ts';
import { reconcileJobs } from './reconcile-jobs.ts';

/**
 * Does what is due every minute: reconciles jobs with their workflows, then ends the paused runs of jobs that have ended, removes what
 * ended jobs have kept for a database that goes back, and notifies organizations of the jobs that one has lost. What fails of the
 * latter is logged, and done a minute later: the jobs are reconciled all the same.
 */
export function sweepJobs(deps: WorkerDeps) {
  const { maintainedKinds, log } = deps;
  const reconcile = reconcileJobs(deps);
  return async (): Promise<{ started: number; failed: number }> => {
    const counts = await reconcile();
    await whileHeartbeating(async (signal) => {
      const attempt = async (work: Promise<unknown> | undefined, sentence: string) => {
        try {
          await work;
        } catch (error) {
          signal.throwIfAborted();
          log.warn({ err: error }, sentence);
        }
      };
      await attempt(endPausedRuns(deps, signal), 'paused runs of jobs that have ended could not be ended');
      for (const kind of maintainedKinds)
        await attempt(kind.removeKept?.(deps, signal), 'files that ended jobs have kept could not be removed');
      await attempt(notifyWentBack(deps), 'organizations could not be notified of the jobs that the database has lost');
    });
    return counts;
  };
}
