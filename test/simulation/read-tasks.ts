import type { Client } from '@temporalio/client';

/** An activity that was done; seconds of Unix time. */
interface Task {
  readonly activity: string;
  readonly scheduled: number;
  readonly started: number;
  readonly ended: number;
}

/** What the history of a workflow tells of its tasks. */
export interface TaskHistory {
  readonly events: number;
  readonly tasks: readonly Task[];
  /** Milliseconds from the end of an activity to the start of the next one in the history. */
  readonly pauses: readonly number[];
}

/** Reads the history of a workflow of one run. */
export async function readTasks(client: Client, workflowId: string): Promise<TaskHistory> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const all = events ?? [];
  const timeOf = (id: unknown) => {
    const time = all[Number(id) - 1]?.eventTime;
    return Number(time?.seconds ?? 0) + (time?.nanos ?? 0) / 1e9;
  };
  const tasks = all.flatMap(({ eventId, activityTaskCompletedEventAttributes: completed }): Task[] => {
    if (!completed) return [];
    const scheduled = all[Number(completed.scheduledEventId) - 1]?.activityTaskScheduledEventAttributes;
    const activity = scheduled?.activityType?.name ?? '';
    const { scheduledEventId, startedEventId } = completed;
    return [{ activity, scheduled: timeOf(scheduledEventId), started: timeOf(startedEventId), ended: timeOf(eventId) }];
  });
  const starts = tasks.map(({ started }) => started).sort((a, b) => a - b);
  const pauses = tasks.flatMap(({ ended }) => {
    const next = starts.find((started) => started > ended);
    return next === undefined ? [] : [(next - ended) * 1000];
  });
  return { events: all.length, tasks, pauses };
}
