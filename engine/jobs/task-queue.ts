import type { Client } from '@temporalio/client';
import type { TemporalClient } from './temporal-client.ts';

/** The workers and backlogs of the task queues of all jobs. */
export interface TaskQueues {
  /** Number of worker processes that poll for tasks. */
  readonly workers: number;
  /** The latest poll of any of them, in Unix milliseconds by Temporal's clock; null: none is known. */
  readonly lastPollAt: number | null;
  /** One entry for each task queue. */
  readonly backlogs: readonly Backlog[];
}

/** The tasks of one task queue that no worker has taken yet. */
export interface Backlog {
  readonly taskQueue: string;
  /** Their approximate number. */
  readonly tasks: number;
  /** Approximate age of the oldest one, in seconds. */
  readonly ageSeconds: number;
}

/** A worker polls at least once a minute; one without a poll for this long is gone. */
const POLLER_EXPIRY_MS = 75_000;

/** Numbers of temporal.api.enums.v1.TaskQueueType. */
const TYPES = { WORKFLOW: 1, ACTIVITY: 2 } as const;

/** Reads the state of the task queues; `now` in milliseconds decides which pollers have expired. */
export async function readTaskQueues(client: TemporalClient, now: number = Date.now()): Promise<TaskQueues> {
  const { taskQueue, smallQueue, downloadsQueue, webhooksQueue, recordsQueue } = client.names;
  // Sequential: if one call fails, no other one is left running.
  const workflows = await describe(client, taskQueue, TYPES.WORKFLOW);
  const activities = await describe(client, taskQueue, TYPES.ACTIVITY);
  const small = await describe(client, smallQueue, TYPES.ACTIVITY);
  const downloads = await describe(client, downloadsQueue, TYPES.ACTIVITY);
  const webhooks = await describe(client, webhooksQueue, TYPES.ACTIVITY);
  const records = await describe(client, recordsQueue, TYPES.ACTIVITY);
  const workflowWorkers = activeWorkers(workflows, now);
  const activityWorkers = activeWorkers(activities, now);
  return {
    // A worker without a free slot for downloads does not poll that queue, so it does not count workers.
    workers: [...activityWorkers].filter((identity) => workflowWorkers.has(identity)).length,
    lastPollAt: lastPollOf([workflows, activities]),
    backlogs: [
      backlogOf(taskQueue, [workflows, activities]),
      backlogOf(smallQueue, [small]),
      backlogOf(downloadsQueue, [downloads]),
      backlogOf(webhooksQueue, [webhooks]),
      backlogOf(recordsQueue, [records]),
    ],
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

function lastPollOf(descriptions: readonly Description[]): number | null {
  const polls = descriptions.flatMap(({ pollers }) =>
    pollers.map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000),
  );
  return polls.length === 0 ? null : Math.max(...polls);
}

function backlogOf(taskQueue: string, descriptions: readonly Description[]): Backlog {
  const tasks = descriptions.reduce((sum, { stats }) => sum + Number(stats?.approximateBacklogCount ?? 0), 0);
  return { taskQueue, tasks, ageSeconds: Math.max(...descriptions.map(ageOf)) };
}

function ageOf({ stats }: Description): number {
  const { seconds, nanos } = stats?.approximateBacklogAge ?? {};
  return Number(seconds ?? 0) + (nanos ?? 0) / 1e9;
}
