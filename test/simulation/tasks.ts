import type { Cancel } from './clock.ts';
import type { Worker } from './worker.ts';
import { secondsOf, valueOf } from './workflow-sandbox.ts';
import type { Command, Failure, Job, LiveRun, Moment, Run } from './workflow-sandbox.ts';

/** One run of a workflow on the server. */
export interface Execution {
  run: Run;
  readonly fairnessKey: string;
  historyLength: number;
  /** Jobs of the complete workflow tasks: all that another worker needs to replay the run. */
  log: { readonly jobs: readonly Job[]; readonly moment: Moment }[];
  /** In the memory of the worker that had its last workflow task. */
  live: LiveRun | null;
  worker: Worker | null;
  /** Jobs since the last workflow task began. */
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

/** Failure of an attempt: its type, and the seconds until the next attempt if the activity sets them. */
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

/** Result of a workflow task that a worker returns. */
export interface DoneTask {
  readonly commands: readonly Command[];
  /** Number of the waiting jobs that the task was given. */
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

/** Failure of a local activity, as a workflow receives it. */
export function failureOf({ type, message }: ActivityFault): Failure {
  return { message, source: 'TypeScriptSDK', applicationFailureInfo: { type, nonRetryable: false } };
}

/** Failure of an activity, as a workflow receives it. */
export function activityFailure(fault: ActivityFault): Failure {
  const activityFailureInfo = { activityType: { name: fault.type } };
  return { message: 'Activity task failed', activityFailureInfo, cause: failureOf(fault) };
}
