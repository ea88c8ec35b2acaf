import type { Client } from '@temporalio/client';
import { DOWNLOADS_QUEUE, TASK_QUEUE } from '../../workflows/names.ts';

/** What Temporal knows of the task queues that all jobs go through. */
export interface TaskQueues {
  /** Worker processes that ask for work. */
  readonly workers: number;
  /** One entry for each task queue; that of downloads comes last. */
  readonly backlogs: readonly Backlog[];
}

/** The tasks of one task queue that no worker has taken yet. */
export interface Backlog {
  readonly taskQueue: string;
  /** How many they are, about. */
  readonly tasks: number;
  /** Seconds that the oldest of them has waited, about. */
  readonly ageSeconds: number;
}

/** A worker asks again after a minute at the latest; one that has not for longer than that is gone. */
const POLLER_EXPIRY_MS = 75_000;

/** Numbers of temporal.api.enums.v1.TaskQueueType. */
const TYPES = { WORKFLOW: 1, ACTIVITY: 2 } as const;

/** Reads the state of the task queues; `now` is the time by which silent workers are told, in milliseconds. */
export async function readTaskQueues(client: Client, now: number = Date.now()): Promise<TaskQueues> {
  // One after the other: a failed call is answered for only when no other one is still being tried.
  const workflows = await describe(client, TASK_QUEUE, TYPES.WORKFLOW);
  const activities = await describe(client, TASK_QUEUE, TYPES.ACTIVITY);
  const downloads = await describe(client, DOWNLOADS_QUEUE, TYPES.ACTIVITY);
  const workflowWorkers = activeWorkers(workflows, now);
  const activityWorkers = activeWorkers(activities, now);
  return {
    // A worker whose slots for downloads are taken asks for none, so that queue does not count workers.
    workers: [...activityWorkers].filter((identity) => workflowWorkers.has(identity)).length,
    backlogs: [backlogOf(TASK_QUEUE, [workflows, activities]), backlogOf(DOWNLOADS_QUEUE, [downloads])],
  };
}

type Description = Awaited<ReturnType<typeof describe>>;

function describe(client: Client, name: string, taskQueueType: number) {
  const { namespace } = client.options;
  const taskQueue = { name };
  return client.workflowService.describeTaskQueue({ namespace, taskQueue, taskQueueType, reportStats: true });
}

function activeWorkers({ pollers }: Description, now: number): Set<string> {
  const active = pollers.filter(
    ({ lastAccessTime }) => now - Number(lastAccessTime?.seconds ?? 0) * 1000 < POLLER_EXPIRY_MS,
  );
  return new Set(active.map(({ identity }) => identity ?? ''));
}

function backlogOf(taskQueue: string, descriptions: readonly Description[]): Backlog {
  const tasks = descriptions.reduce((sum, { stats }) => sum + Number(stats?.approximateBacklogCount ?? 0), 0);
  return { taskQueue, tasks, ageSeconds: Math.max(...descriptions.map(ageOf)) };
}

function ageOf({ stats }: Description): number {
  const { seconds, nanos } = stats?.approximateBacklogAge ?? {};
  return Number(seconds ?? 0) + (nanos ?? 0) / 1e9;
}
