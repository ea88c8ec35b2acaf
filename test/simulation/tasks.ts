import type { Cancel } from './clock.ts';
import type { Worker } from './worker.ts';
import { secondsOf, valueOf } from './workflow-sandbox.ts';
import type { Command, Failure, Job, LiveRun, Moment, Run } from './workflow-sandbox.ts';

/** One run of a workflow on the server. */
export interface Execution {
  run: Run;
  readonly fairnessKey: string;
  historyLength: number;
  /** What the workflow was given in the workflow tasks that are complete: all that another worker needs to go on. */
  log: { readonly jobs: readonly Job[]; readonly moment: Moment }[];
  /** In the memory of the worker that had its last workflow task. */
  live: LiveRun | null;
  worker: Worker | null;
  /** What happened since the last workflow task began. */
  news: Job[];
  task: 'none' | 'scheduled' | 'running';
  readonly activities: Set<Activity>;
  readonly timers: Map<number, Cancel>;
  readonly ended: (result: unknown) => void;
}

/** An activity that is to be done. */
export interface Activity {
  readonly execution: Execution;
  readonly seq: number;
  readonly type: string;
  readonly queue: string;
  readonly input: unknown;
  readonly heartbeatSeconds: number;
  readonly retry: Retry;
  attempt: number;
}

/** The retry policy that the workflow asks for; seconds. */
interface Retry {
  readonly first: number;
  readonly factor: number;
  readonly longest: number;
  readonly attempts: number;
}

/** Why an attempt failed. */
export class ActivityFault extends Error {
  readonly type: string;
  readonly nextTrySeconds: number | undefined;

  constructor(type: string, nextTrySeconds?: number) {
    super(type);
    this.type = type;
    this.nextTrySeconds = nextTrySeconds;
  }
}

/** The error as a fault. @throws any other error, which is one of the simulation itself */
export function faultOf(error: Error): ActivityFault {
  if (error instanceof ActivityFault) return error;
  throw error;
}

/** A workflow task in a queue; void once a worker has taken it. */
export interface WorkflowTask {
  readonly execution: Execution;
  isTaken: boolean;
}

/** What a worker returns for a workflow task. */
export interface DoneTask {
  readonly commands: readonly Command[];
  /** How many of the jobs that were there it was given. */
  readonly jobs: number;
  /** Local activities that it has done. */
  readonly markers: number;
}

/** The activity that a command schedules. */
export function activityOf(execution: Execution, command: NonNullable<Command['scheduleActivity']>): Activity {
  const { seq, activityType, taskQueue, heartbeatTimeout, retryPolicy } = command;
  return {
    ...{ execution, seq: Number(seq), type: activityType ?? '', queue: taskQueue ?? '', attempt: 1 },
    input: valueOf(command.arguments?.[0]),
    heartbeatSeconds: secondsOf(heartbeatTimeout) ?? Infinity,
    retry: {
      first: secondsOf(retryPolicy?.initialInterval) ?? 1,
      factor: retryPolicy?.backoffCoefficient ?? 2,
      longest: secondsOf(retryPolicy?.maximumInterval) ?? Infinity,
      attempts: retryPolicy?.maximumAttempts ?? 0,
    },
  };
}

/** What a workflow gets to know of a local activity that failed. */
export function failureOf({ type, message }: ActivityFault): Failure {
  return { message, source: 'TypeScriptSDK', applicationFailureInfo: { type, nonRetryable: false } };
}

/** What a workflow gets to know of an activity that failed. */
export function activityFailure(fault: ActivityFault): Failure {
  const activityFailureInfo = { activityType: { name: fault.type } };
  return { message: 'Activity task failed', activityFailureInfo, cause: failureOf(fault) };
}
