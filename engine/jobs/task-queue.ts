import type { Client } from '@temporalio/client';
import { createServerClock } from './server-clock.ts';
import type { ServerClock } from './server-clock.ts';
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

/** The clock of the Temporal of each client. */
const clocks = new WeakMap<TemporalClient, ServerClock>();

/** Reads the state of the task queues; the clock of the server decides which pollers have expired. */
export async function readTaskQueues(
  client: TemporalClient,
  clock: ServerClock = clockOf(client),
): Promise<TaskQueues> {
  const { taskQueue, smallQueue, downloadsQueue, webhooksQueue, recordsQueue, watchQueue } = client.names;
  // Sequential: if one call fails, no other one is left running.
  const workflows = await describe(client, taskQueue, TYPES.WORKFLOW);
  const activities = await describe(client, taskQueue, TYPES.ACTIVITY);
  const small = await describe(client, smallQueue, TYPES.ACTIVITY);
  const downloads = await describe(client, downloadsQueue, TYPES.ACTIVITY);
  const webhooks = await describe(client, webhooksQueue, TYPES.ACTIVITY);
  const records = await describe(client, recordsQueue, TYPES.ACTIVITY);
  // APIs poll it, also while there is no worker.
  const watch = await describe(client, watchQueue, TYPES.WORKFLOW);
  for (const { pollers } of [workflows, activities, small, downloads, webhooks, records, watch]) {
    for (const poller of pollers) clock.note(lastPollOf(poller));
  }
  const now = clock.now();
  const workflowWorkers = activeWorkers(workflows, now);
  const activityWorkers = activeWorkers(activities, now);
  return {
    // A worker without a free slot for downloads does not poll that queue, so it does not count workers.
    workers: [...activityWorkers].filter((identity) => workflowWorkers.has(identity)).length,
    lastPollAt: latestPollOf([workflows, activities]),
    backlogs: [
      backlogOf(taskQueue, [workflows, activities]),
      backlogOf(smallQueue, [small]),
      backlogOf(downloadsQueue, [downloads]),
      backlogOf(webhooksQueue, [webhooks]),
      backlogOf(recordsQueue, [records]),
    ],
  };
}

function clockOf(client: TemporalClient): ServerClock {
  const clock = clocks.get(client) ?? createServerClock();
  clocks.set(client, clock);
  return clock;
}

type Description = Awaited<ReturnType<typeof describe>>;

function describe(client: Client, name: string, taskQueueType: number) {
  const { namespace } = client.options;
  const taskQueue = { name };
  return client.workflowService.describeTaskQueue({ namespace, taskQueue, taskQueueType, reportStats: true });
}

function activeWorkers({ pollers }: Description, now: number): Set<string> {
  const active = pollers.filter((poller) => now - lastPollOf(poller) < POLLER_EXPIRY_MS);
  return new Set(active.map(({ identity }) => identity ?? ''));
}

/** Returns the time of a poller's last poll, as Unix time in milliseconds, by the clock of the server. */
function lastPollOf({ lastAccessTime }: Description['pollers'][number]): number {
  return Number(lastAccessTime?.seconds ?? 0) * 1_000 + (lastAccessTime?.nanos ?? 0) / 1e6;
}

function latestPollOf(descriptions: readonly Description[]): number | null {
  const polls = descriptions.flatMap(({ pollers }) => pollers.map(lastPollOf));
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
