/** A task that was set aside until an operator decides, and why. */
export interface ParkedTask {
  readonly number: number;
  readonly reason: string;
}

/**
 * Progress of the tasks 0 … total-1, without a list of them all: every task below `low` is finished or parked, `done` are
 * finished ones from `low` on, `again` are parked ones that an operator asked to retry.
 */
export interface Tasks {
  readonly total: number;
  readonly low: number;
  readonly done: readonly number[];
  readonly again: readonly number[];
  readonly parked: readonly ParkedTask[];
}

export const NO_TASKS: Tasks = { total: 0, low: 0, done: [], again: [], parked: [] };

/** The next tasks to work on, at most `limit`; empty when each task is finished or parked. */
export function todo(tasks: Tasks, limit: number): number[] {
  if (tasks.again.length > 0) return tasks.again.slice(0, limit);
  const numbers: number[] = [];
  for (let number = tasks.low; number < tasks.total && numbers.length < limit; number++) {
    if (!tasks.done.includes(number) && !isParked(tasks, number)) numbers.push(number);
  }
  return numbers;
}

/** Whether a task has no result yet: false for a second report of the same task. */
export function isOpen(tasks: Tasks, number: number): boolean {
  if (tasks.again.includes(number) || isParked(tasks, number)) return true;
  return number >= tasks.low && number < tasks.total && !tasks.done.includes(number);
}

/** The tasks after `number` has been finished. */
export function finish(tasks: Tasks, number: number): Tasks {
  const again = tasks.again.filter((other) => other !== number);
  const parked = tasks.parked.filter((task) => task.number !== number);
  const done = number >= tasks.low ? [...tasks.done, number] : tasks.done;
  return advance({ ...tasks, again, parked, done });
}

/** The tasks after `number` has been set aside until an operator decides. */
export function park(tasks: Tasks, number: number, reason: string): Tasks {
  if (isParked(tasks, number)) return tasks;
  const again = tasks.again.filter((other) => other !== number);
  return advance({ ...tasks, again, parked: [...tasks.parked, { number, reason }] });
}

/** The tasks after an operator asked to retry the parked ones. */
export function retryParked(tasks: Tasks): Tasks {
  return { ...tasks, again: [...tasks.again, ...tasks.parked.map((task) => task.number)], parked: [] };
}

/** Counts the finished tasks. */
export function finishedCount(tasks: Tasks): number {
  const waiting = [...tasks.again, ...tasks.parked.map((task) => task.number)];
  return tasks.low - waiting.filter((number) => number < tasks.low).length + tasks.done.length;
}

function isParked(tasks: Tasks, number: number): boolean {
  return tasks.parked.some((task) => task.number === number);
}

function advance(tasks: Tasks): Tasks {
  let low = tasks.low;
  while (tasks.done.includes(low) || isParked(tasks, low)) low++;
  return { ...tasks, low, done: tasks.done.filter((number) => number >= low) };
}
