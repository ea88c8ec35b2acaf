import type { Client } from '@temporalio/client';
import { tasksOf } from '../bench/timeline.ts';
import type { TaskTimes } from '../bench/timeline.ts';

/** Times of a workflow's tasks, from its history. */
export interface TaskHistory {
  readonly events: number;
  readonly tasks: readonly TaskTimes[];
  /** Milliseconds from the end of an activity to the start of the next one in the history. */
  readonly pauses: readonly number[];
}

/** Reads the history of a workflow of one run. */
export async function readTasks(client: Client, workflowId: string): Promise<TaskHistory> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const all = events ?? [];
  const tasks = tasksOf(all);
  const starts = tasks.map(({ started }) => started).sort((a, b) => a - b);
  const pauses = tasks.flatMap(({ ended }) => {
    const next = starts.find((started) => started > ended);
    return next === undefined ? [] : [(next - ended) * 1000];
  });
  return { events: all.length, tasks, pauses };
}
