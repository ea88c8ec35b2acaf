import type { Client } from '@temporalio/client';

/** Times of all activities of one type during an import, in seconds. */
export interface ActivityTimes {
  readonly activity: string;
  readonly count: number;
  /** From the start of the first to the end of the last. */
  readonly span: number;
  /** Sum over all; more than the span where they ran side by side. */
  readonly busy: number;
  /** Sum of what they waited between being scheduled and being started. */
  readonly waited: number;
}

/** Figures from the Temporal history of a job that has ended. */
export interface JobHistory {
  /** Over all runs, when it has continued as new. */
  readonly events: number;
  /** From the first event to the last, in seconds. */
  readonly span: number;
  readonly activities: readonly ActivityTimes[];
}

/** Reads the histories of all runs of a workflow. */
export async function readJobHistory(client: Client, workflowId: string): Promise<JobHistory> {
  const runs: HistoryEvent[][] = [];
  for (let runId: string | undefined; ;) {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    runs.push(events ?? []);
    runId = events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId || undefined;
    if (runId === undefined) break;
  }
  const times = runs.flat().map(timeOf);
  const tasks = runs.flatMap(tasksOf);
  return {
    events: times.length,
    span: latest(times) - earliest(times),
    activities: [...new Set(tasks.map((task) => task.activity))].map((activity) =>
      summarize(
        activity,
        tasks.filter((task) => task.activity === activity),
      ),
    ),
  };
}

type History = Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['fetchHistory']>>;
type HistoryEvent = NonNullable<History['events']>[number];

/** An activity that was done; seconds of Unix time. */
export interface TaskTimes {
  readonly activity: string;
  readonly scheduled: number;
  readonly started: number;
  readonly ended: number;
}

/** The completed activities of one run. */
export function tasksOf(events: readonly HistoryEvent[]): TaskTimes[] {
  const byId = new Map(events.map((event) => [Number(event.eventId), event]));
  return events.flatMap((event) => {
    const completed = event.activityTaskCompletedEventAttributes;
    const scheduled = byId.get(Number(completed?.scheduledEventId));
    const started = byId.get(Number(completed?.startedEventId));
    if (!scheduled || !started) return [];
    const activity = scheduled.activityTaskScheduledEventAttributes?.activityType?.name ?? '';
    return [{ activity, scheduled: timeOf(scheduled), started: timeOf(started), ended: timeOf(event) }];
  });
}

function summarize(activity: string, tasks: readonly TaskTimes[]): ActivityTimes {
  return {
    activity,
    count: tasks.length,
    span: latest(tasks.map((task) => task.ended)) - earliest(tasks.map((task) => task.started)),
    busy: tasks.reduce((sum, { started, ended }) => sum + ended - started, 0),
    waited: tasks.reduce((sum, { scheduled, started }) => sum + started - scheduled, 0),
  };
}

function timeOf({ eventTime }: HistoryEvent): number {
  return Number(eventTime?.seconds ?? 0) + (eventTime?.nanos ?? 0) / 1e9;
}

function earliest(times: readonly number[]): number {
  return times.reduce((a, b) => Math.min(a, b), Infinity);
}

function latest(times: readonly number[]): number {
  return times.reduce((a, b) => Math.max(a, b), -Infinity);
}
