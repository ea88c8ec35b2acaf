import type { JobStart } from '../jobs/start-job.ts';
import type { ClientDeps } from './deps.ts';

/** How a workflow can be gone: ended from outside, or forgotten by Temporal. */
export type Loss = 'ended' | 'unknown';

/** An unfinished job, as the sweep looks at it. */
export interface UnfinishedJob {
  readonly start: JobStart;
  /** Its workflow is known to have been started. */
  readonly wasStarted: boolean;
  /** Ends the job when its workflow is gone; a job without this may not end undone, and is started again. */
  fail?(loss: Loss): Promise<void>;
}

/** A kind of job whose rows the sweep compares with their workflows; exported beside the kind's activities. */
export interface SweptKind {
  /** The unfinished jobs whose row is older than that. */
  unfinishedJobs(deps: ClientDeps, olderThanSeconds: number): Promise<readonly UnfinishedJob[]>;
}
