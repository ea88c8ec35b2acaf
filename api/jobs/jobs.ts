import type { Queryable } from '../../engine/db/core/connections.ts';
import type { OperatorJob } from '../../engine/db/jobs/operator.ts';
import type { Inspection } from '../../engine/jobs/inspect-job.ts';
import type { JobAction } from '../../engine/jobs/job-actions.ts';
import type { JobsReport } from '../../engine/jobs/watch/jobs-report.ts';
import type { JobStart } from '../../engine/jobs/start-job.ts';
import type { WaitingEndpoint } from '../../engine/db/webhooks/job-events.ts';
import type { TaskQueues } from '../../engine/jobs/task-queue.ts';
import type { KnownJob } from '../../engine/jobs/temporal-client.ts';
import type { UnhealthyJobs } from '../../engine/jobs/jobs-in-temporal.ts';
import type { Command, CommandActor } from '../../workflows/messages.ts';
import type { SubscriberImportView } from '../../machines/subscriber-import-view.ts';

/** The commands that clients may send to a job. */
export const CLIENT_COMMANDS = ['pause', 'unpause', 'cancel'] as const satisfies readonly Command[];
export type ClientCommand = (typeof CLIENT_COMMANDS)[number];

/**
 * The result of a command.
 * - `done`: the command took effect; `view` is the job's view afterwards, null when the job ended with it.
 * - `rejected`: the state of the job does not take the command.
 * - `gone`: no such job is running.
 * - `untaken`: no worker took the command, so it is not in effect.
 * - `unanswered`: no worker answered in time; whether the command took effect is unknown.
 */
export type CommandAnswer =
  | { readonly outcome: 'done'; readonly view: SubscriberImportView | null }
  | { readonly outcome: 'rejected' | 'gone' | 'untaken' | 'unanswered' };

/** The workflows of jobs, as the API uses them. */
export interface Jobs {
  /** Starts the workflow of a job. @returns false when Temporal cannot be reached; maintenance starts it later */
  start(job: JobStart): Promise<boolean>;
  /** The view of a job; null when no worker answers within two seconds or the workflow is gone. */
  view(job: KnownJob): Promise<SubscriberImportView | null>;
  /** Sends a command to a job, which shows `by` as the sender. */
  command(job: KnownJob, name: ClientCommand, by: CommandActor): Promise<CommandAnswer>;
  /** Retries the waiting deliveries of an endpoint now; when Temporal cannot be reached, maintenance starts them later. */
  retryDeliveries(endpoint: WaitingEndpoint, by: CommandActor): Promise<void>;
  /** The task queues that jobs go through; null when Temporal does not answer within two seconds. */
  taskQueues(): Promise<TaskQueues | null>;
  /** The health by workflow id of the running jobs that are not ok; null when Temporal does not answer within two seconds. */
  jobHealths(): Promise<ReadonlyMap<string, string> | null>;
  /**
   * A running job by its own query, Temporal and the database; null when it is not running.
   * @throws NotAnswered when Temporal does not answer
   */
  inspect(job: KnownJob): Promise<Inspection | null>;
  /**
   * Runs an action of an operator. @returns a sentence that reports the result
   * @throws SluiceError when it cannot be done; NotAnswered when no worker or Temporal does not answer
   */
  perform(db: Queryable, job: OperatorJob, action: JobAction, by: CommandActor): Promise<string>;
  /** The running jobs that do not go on, found without a worker; null when Temporal does not answer. */
  report(): Promise<JobsReport | null>;
  /** Counts of the running jobs that are not ok; null when Temporal does not answer within two seconds. */
  unhealthyJobs(): Promise<readonly UnhealthyJobs[] | null>;
}

declare module 'fastify' {
  interface FastifyInstance {
    jobs: Jobs;
  }
}
