import type { Pool } from 'pg';
import type { FaultType } from '../../machines/faults.ts';
import type { UnfinishedRow } from '../db/jobs/unfinished-jobs.ts';
import type { JobStart } from '../jobs/start-job.ts';
import type { JobIdentity } from '../jobs/temporal-client.ts';
import type { ActivityDeps, ClientDeps } from './deps.ts';

/** Kind of loss of a workflow: ended from outside, or unknown to Temporal. */
export type Loss = 'ended' | 'unknown';

/** The fault of a job that failed because of it. */
const WORKFLOW_LOST: FaultType = 'WorkflowLost';

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

/** A job of a kind that was found unfinished. */
interface FoundJobs<Row> {
  /** The job in a sentence, such as "export". */
  readonly noun: string;
  readonly find: (pool: Pool, olderThanSeconds: number) => Promise<readonly Row[]>;
  readonly startOf: (row: Row, workflowIdPrefix: string) => JobStart;
  /** Ends a job that has lost its workflow; absent for a kind whose jobs are started again. */
  readonly fail?: (deps: ClientDeps, row: Row, end: LostEnd) => Promise<unknown>;
}

/** The end of a job that has lost its workflow. */
interface LostEnd {
  readonly state: 'failed';
  readonly errorMessage: string;
  readonly fault: FaultType;
}

/** Makes the look-up of the unfinished jobs of a kind. */
export function lookUpUnfinished<Row extends UnfinishedRow>({
  noun,
  find,
  startOf,
  fail,
}: FoundJobs<Row>): MaintainedKind['unfinishedJobs'] {
  const reasons = {
    ended: `The workflow of this ${noun} was ended from outside before the ${noun} was finished.`,
    unknown: `Temporal no longer knows the workflow of this ${noun}.`,
  };
  return async (deps, olderThanSeconds) =>
    (await find(deps.pool, olderThanSeconds)).map((row) => ({
      start: startOf(row, deps.client.names.workflowIdPrefix),
      ...{ wasStarted: row.wasStarted, state: row.state },
      ...(fail !== undefined && {
        fail: async (loss) => {
          await fail(deps, row, { state: 'failed', errorMessage: reasons[loss], fault: WORKFLOW_LOST });
        },
      }),
    }));
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
