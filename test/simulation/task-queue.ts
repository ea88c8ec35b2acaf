/** A place where workers take tasks. Tasks that wait are served by fairness key in turn, as Temporal's matching does. */
export interface TaskQueue<Task> {
  add(task: Task, fairnessKey: string): void;
  /** Says that a worker has a free slot: it gets the next task, now or when there is one. */
  poll(poller: Poller<Task>): void;
  /** Tasks that wait. */
  waiting(): number;
}

/** A worker that polls a queue. */
export interface Poller<Task> {
  /** Free slots for tasks of this queue; 0 for a worker that died. */
  readonly free: () => number;
  readonly take: (task: Task) => void;
}

interface Line<Task> {
  readonly tasks: Task[];
  /** The round in which its next task is served. */
  pass: number;
}

/** Creates an empty queue. */
export function createTaskQueue<Task>(): TaskQueue<Task> {
  const lines = new Map<string, Line<Task>>();
  const pollers = new Set<Poller<Task>>();
  let round = 0;
  let waiting = 0;

  const takeNext = (): Task => {
    let next: Line<Task> | undefined;
    for (const line of lines.values()) {
      if (line.tasks.length > 0 && (next === undefined || line.pass < next.pass)) next = line;
    }
    round = next!.pass++;
    waiting--;
    return next!.tasks.shift()!;
  };
  const nextPoller = (): Poller<Task> | undefined => {
    for (const poller of pollers) {
      pollers.delete(poller);
      if (poller.free() > 0) return poller;
    }
    return undefined;
  };
  const offer = (poller: Poller<Task>, task: Task) => {
    poller.take(task);
    // Behind the others that poll: tasks spread over the workers.
    if (poller.free() > 0) pollers.add(poller);
  };
  return {
    add: (task, fairnessKey) => {
      const poller = nextPoller();
      if (poller !== undefined) {
        offer(poller, task);
        return;
      }
      const line = lines.get(fairnessKey) ?? { tasks: [], pass: 0 };
      // A key that had no tasks waiting has no claim to the rounds that it missed.
      if (line.tasks.length === 0) line.pass = Math.max(line.pass, round);
      line.tasks.push(task);
      lines.set(fairnessKey, line);
      waiting++;
    },
    poll: (poller) => {
      while (waiting > 0 && poller.free() > 0) poller.take(takeNext());
      if (poller.free() > 0) pollers.add(poller);
    },
    waiting: () => waiting,
  };
}
