import type { FaultType } from '../../machines/faults.ts';
import type { JobStart } from '../jobs/start-job.ts';
import type { JobIdentity } from '../jobs/temporal-client.ts';
import type { ActivityDeps, ClientDeps } from './deps.ts';

/** Kind of loss of a workflow: ended from outside, or unknown to Temporal. */
export type Loss = 'ended' | 'unknown';

/** The fault of a job that failed because of it. */
export const WORKFLOW_LOST: FaultType = 'WorkflowLost';

/** An unfinished job, as maintenance reconciles it with its workflow. */
export interface UnfinishedJob {
  readonly start: JobStart;
  /** Its workflow is known to have been started. */
  readonly wasStarted: boolean;
  /** The public state of its row. */
  readonly state: string;
  /** Ends the job when its workflow is lost and may not be started again; absent where it always may. */
  fail?(loss: Loss): Promise<void>;
}

/** An unfinished job of a list that is being deleted. */
export interface JobOfList extends JobIdentity {
  /** Ends a job that has no workflow. */
  readonly cancel: () => Promise<void>;
}

/** Look-ups by which maintenance and the deletion of a list find the jobs of a kind; exported with the kind's activities. */
export interface MaintainedKind {
  /** The unfinished jobs of a list, by id; absent where they continue after the list is deleted. */
  unfinishedJobsOfList?(deps: ClientDeps, mailingListId: number): Promise<readonly JobOfList[]>;
  /** Cancels those jobs of a list that is being deleted that are rows without a workflow, such as those that a fixture loaded. */
  cancelRowsOfList?(deps: ActivityDeps, mailingListId: number): Promise<void>;
  /** Removes what its jobs have stored and what has expired. @returns how many jobs that were */
  purgeExpired?(deps: ActivityDeps, signal: AbortSignal): Promise<number>;
  /** Removes what its ended jobs have kept for a database that goes back, once that is old enough. */
  removeKept?(deps: ActivityDeps, signal: AbortSignal): Promise<unknown>;
  /** Removes what its ended jobs of a deleted list have stored. */
  purgeOfList?(deps: ActivityDeps, mailingListId: number, signal: AbortSignal): Promise<void>;
  /** The unfinished jobs whose row is older than that. */
  unfinishedJobs(deps: ClientDeps, olderThanSeconds: number): Promise<readonly UnfinishedJob[]>;
}
