import type { JobStart } from '../../engine/jobs/start-job.ts';
import type { TaskQueues } from '../../engine/jobs/task-queue.ts';
import type { UnhealthyJobs } from '../../engine/jobs/jobs-in-temporal.ts';
import type { CommandActor } from '../../workflows/messages.ts';
import type { SubscriberImportView } from '../../machines/subscriber-import-view.ts';

export const IMPORT_COMMANDS = ['pause', 'unpause', 'cancel'] as const;
export type ImportCommand = (typeof IMPORT_COMMANDS)[number];

/**
 * How a command ended: it holds, with the view the job answered, null when it ended over it; its state does not take it;
 * no such job runs; no worker answered in time, and what became of it is not known.
 */
export type CommandAnswer =
  | { readonly outcome: 'done'; readonly view: SubscriberImportView | null }
  | { readonly outcome: 'rejected' | 'gone' | 'unanswered' };

/** All the API knows of workflows. */
export interface Jobs {
  /** Starts the workflow of a job. Answers false when Temporal cannot be reached: the sweep starts it then. */
  start(job: JobStart): Promise<boolean>;
  /** The view of a job; null when no worker answers within two seconds or the workflow is gone. */
  view(workflowId: string): Promise<SubscriberImportView | null>;
  /** Sends a command on behalf of an actor, which the job shows as the sender. */
  command(workflowId: string, name: ImportCommand, by: CommandActor): Promise<CommandAnswer>;
  /** The task queues that jobs go through; null when Temporal does not answer within two seconds. */
  taskQueues(): Promise<TaskQueues | null>;
  /** Counts of the running jobs that are not ok; null when Temporal does not answer within two seconds. */
  unhealthyJobs(): Promise<readonly UnhealthyJobs[] | null>;
}

declare module 'fastify' {
  interface FastifyInstance {
    jobs: Jobs;
  }
}
