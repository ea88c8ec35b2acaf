import type { Client } from '@temporalio/client';

/** What Temporal knows of the queue that all jobs go through. */
export interface TaskQueue {
  /** Worker processes that ask for work. */
  readonly workers: number;
  /** Tasks that no worker has taken yet, about. */
  readonly backlog: number;
  /** Seconds that the oldest of them has waited, about. */
  readonly backlogAge: number;
}

/** A worker asks again after a minute at the latest; one that has not for longer than that is gone. */
const SILENT_MS = 75_000;

/** Numbers of temporal.api.enums.v1.TaskQueueType. */
const TYPES = { WORKFLOW: 1, ACTIVITY: 2 } as const;

/** Reads the state of the task queue; `now` is the time by which silent workers are told, in milliseconds. */
export async function readTaskQueue(client: Client, now: number = Date.now()): Promise<TaskQueue> {
  // One after the other: a failed call is answered for only when no other one is still being tried.
  const workflows = await describe(client, TYPES.WORKFLOW);
  const activities = await describe(client, TYPES.ACTIVITY);
  const deciders = activeWorkers(workflows, now);
  const doers = activeWorkers(activities, now);
  return {
    workers: [...doers].filter((identity) => deciders.has(identity)).length,
    backlog: backlogOf(workflows) + backlogOf(activities),
    backlogAge: Math.max(ageOf(workflows), ageOf(activities)),
  };
}

type Description = Awaited<ReturnType<typeof describe>>;

function describe(client: Client, taskQueueType: number) {
  const { namespace } = client.options;
  const taskQueue = { name: 'sluice' };
  return client.workflowService.describeTaskQueue({ namespace, taskQueue, taskQueueType, reportStats: true });
}

function activeWorkers({ pollers }: Description, now: number): Set<string> {
  const active = pollers.filter(({ lastAccessTime }) => now - Number(lastAccessTime?.seconds ?? 0) * 1000 < SILENT_MS);
  return new Set(active.map(({ identity }) => identity ?? ''));
}

function backlogOf({ stats }: Description): number {
  return Number(stats?.approximateBacklogCount ?? 0);
}

function ageOf({ stats }: Description): number {
  const { seconds, nanos } = stats?.approximateBacklogAge ?? {};
  return Number(seconds ?? 0) + (nanos ?? 0) / 1e9;
}
