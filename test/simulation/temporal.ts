import type { Clock } from './clock.ts';
import type { Process } from './process.ts';
import { wait } from './process.ts';
import type { Processors } from './processors.ts';
import { createTaskQueue } from './task-queue.ts';
import type { TaskQueue } from './task-queue.ts';
import { activityFailure, activityOf } from './tasks.ts';
import type { Activity, ActivityFault, DoneTask, Execution, WorkflowTask } from './tasks.ts';
import { beginning, payloadOf, secondsOf, valueOf } from './workflow-sandbox.ts';
import type { Command, Job, Run } from './workflow-sandbox.ts';

/** Cost and capacity of a Temporal server. */
export interface TemporalSettings {
  /** The processors that it runs on. */
  readonly processors: Processors;
  readonly cpuSecondsPerEvent: number;
  /** From a call that changes a workflow to its answer, on an idle server. */
  readonly changeSeconds: number;
  /** Capacity for such calls, in calls per second. */
  readonly changesPerSecond: number;
}

/** Counters of the server. */
export interface TemporalFigures {
  events: number;
  /** Calls that change a workflow, heartbeats among them. */
  changes: number;
  heartbeats: number;
  /** Billable actions as Temporal Cloud counts them. */
  actions: number;
  timeouts: number;
  /** Workflow tasks for which a run was replayed by another worker. */
  replays: number;
}

/** A Temporal server without a network: histories, task queues, retries and timeouts. */
export interface Temporal {
  readonly figures: TemporalFigures;
  readonly workflowTasks: TaskQueue<WorkflowTask>;
  activities(queue: string): TaskQueue<Activity>;
  start(run: Run, fairnessKey: string, ended: (result: unknown) => void): void;
  /** A call that changes a workflow: takes the server's time. */
  change(events: number): Process;
  /** Takes note of a heartbeat. */
  heartbeat(): Process;
  /** The end of a workflow task. @returns the activities for which `isEager` has reserved slots of the worker that did it */
  completeWorkflowTask(execution: Execution, done: DoneTask, isEager: (queue: string) => boolean): Activity[];
  completeActivity(activity: Activity, result: unknown): void;
  failActivity(activity: Activity, fault: ActivityFault): void;
  /** Takes back the tasks of a worker that died. */
  lost(tasks: { readonly activities: readonly Activity[]; readonly workflowTasks: readonly Execution[] }): void;
}

/** Time after which a workflow task goes to another worker than the one that has the workflow in memory. */
const STICKY_SECONDS = 2;
/** The server's default for workflow tasks. */
const WORKFLOW_TASK_SECONDS = 10;
const HEARTBEAT_SECONDS = 0.5;

/** Creates a server without workflows. */
export function createTemporal(clock: Clock, settings: TemporalSettings): Temporal {
  const { processors, cpuSecondsPerEvent, changeSeconds, changesPerSecond } = settings;
  const figures = { events: 0, changes: 0, heartbeats: 0, actions: 0, timeouts: 0, replays: 0 };
  const workflowTasks = createTaskQueue<WorkflowTask>();
  const queues = new Map<string, TaskQueue<Activity>>();
  let freeAt = 0;

  const activities = (queue: string) => {
    const found = queues.get(queue) ?? createTaskQueue<Activity>();
    queues.set(queue, found);
    return found;
  };
  const record = (execution: Execution, events: number) => {
    execution.historyLength += events;
    figures.events += events;
  };
  const schedule = (execution: Execution, delay = 0) => {
    execution.task = 'scheduled';
    record(execution, 1);
    clock.after(delay, () => {
      const task: WorkflowTask = { execution, isTaken: false };
      const toAnyWorker = () => {
        if (task.isTaken) return;
        execution.worker = null;
        workflowTasks.add(task, execution.fairnessKey);
      };
      if (execution.worker === null) toAnyWorker();
      else {
        execution.worker.offer(task);
        if (!task.isTaken) clock.after(STICKY_SECONDS, toAnyWorker);
      }
    });
  };
  const add = (execution: Execution, job: Job, events: number) => {
    execution.news.push(job);
    record(execution, events);
    if (execution.task === 'none') schedule(execution);
  };
  const begin = (execution: Execution, run: Run) => {
    execution.run = run;
    execution.historyLength = 0;
    execution.log = [];
    execution.live = null;
    execution.news = [];
    figures.actions++;
    add(execution, beginning(run, clock.now()), 1);
  };
  const resolve = (activity: Activity, result: object) => {
    activity.execution.activities.delete(activity);
    add(activity.execution, { resolveActivity: { seq: activity.seq, result } }, 2);
  };
  const apply = (execution: Execution, command: Command): number => {
    const { scheduleActivity, startTimer, cancelTimer } = command;
    const { completeWorkflowExecution, continueAsNewWorkflowExecution } = command;
    if (scheduleActivity) {
      execution.activities.add(activityOf(execution, scheduleActivity));
    } else if (startTimer) {
      const seq = Number(startTimer.seq);
      const fire = () => add(execution, { fireTimer: { seq } }, 1);
      execution.timers.set(seq, clock.after(secondsOf(startTimer.startToFireTimeout) ?? 0, fire));
      figures.actions++;
    } else if (cancelTimer) {
      execution.timers.get(Number(cancelTimer.seq))?.();
    } else if (completeWorkflowExecution) {
      void execution.live?.dispose();
      execution.live = null;
      execution.ended(valueOf(completeWorkflowExecution.result));
    } else if (continueAsNewWorkflowExecution) {
      void execution.live?.dispose();
      const runId = `${execution.run.runId}+`;
      const given = continueAsNewWorkflowExecution.arguments ?? [];
      begin(execution, { ...execution.run, runId, arguments: given });
    } else if (command.upsertWorkflowSearchAttributes) {
      figures.actions++;
    } else if (command.setPatchMarker) {
      // The marker, and the search attribute that lists it.
      figures.actions++;
      return 2;
    } else {
      throw new Error(`The simulation has no server's part for ${Object.keys(command).join(', ')}.`);
    }
    return 1;
  };
  const retry = (activity: Activity, delay: number) => {
    activity.attempt++;
    clock.after(delay, () => activities(activity.queue).add(activity, activity.execution.fairnessKey));
  };
  return {
    figures,
    workflowTasks,
    activities,
    start: (run, fairnessKey, ended) => {
      const execution: Execution = {
        ...{ run, fairnessKey, ended, historyLength: 0, log: [], live: null, worker: null, news: [], task: 'none' },
        ...{ activities: new Set(), timers: new Map() },
      };
      begin(execution, run);
    },
    *change(events) {
      figures.changes++;
      freeAt = Math.max(freeAt, clock.now()) + 1 / changesPerSecond;
      yield* wait(clock, freeAt - clock.now() + changeSeconds);
      yield* processors.use(cpuSecondsPerEvent * Math.max(1, events), 'calls');
    },
    *heartbeat() {
      yield* wait(clock, HEARTBEAT_SECONDS);
      figures.heartbeats++;
      figures.changes++;
      figures.actions++;
      freeAt = Math.max(freeAt, clock.now()) + 1 / changesPerSecond;
      yield* processors.use(cpuSecondsPerEvent, 'calls');
    },
    completeWorkflowTask: (execution, { commands, jobs, markers }, isEager) => {
      // It was started and is complete.
      record(execution, 2 + markers);
      if (markers > 0) figures.actions++;
      execution.news.splice(0, jobs);
      execution.task = 'none';
      const before = new Set(execution.activities);
      for (const command of commands) record(execution, apply(execution, command));
      if (execution.task === 'none' && execution.news.length > 0) schedule(execution);
      const eager: Activity[] = [];
      for (const activity of execution.activities) {
        if (before.has(activity)) continue;
        if (isEager(activity.queue)) eager.push(activity);
        else activities(activity.queue).add(activity, execution.fairnessKey);
      }
      return eager;
    },
    completeActivity: (activity, result) => resolve(activity, { completed: { result: payloadOf(result) } }),
    failActivity: (activity, fault) => {
      const { retry: policy, attempt } = activity;
      if (policy.attempts > 0 && attempt >= policy.attempts) {
        resolve(activity, { failed: { failure: activityFailure(fault) } });
      } else
        retry(
          activity,
          fault.nextTrySeconds ?? Math.min(policy.longest, policy.first * policy.factor ** (attempt - 1)),
        );
    },
    lost: ({ activities: tasks, workflowTasks: executions }) => {
      for (const activity of tasks) {
        const { retry: policy, attempt, heartbeatSeconds } = activity;
        figures.timeouts++;
        retry(activity, heartbeatSeconds + Math.min(policy.longest, policy.first * policy.factor ** (attempt - 1)));
      }
      for (const execution of executions) {
        figures.timeouts++;
        execution.worker = null;
        schedule(execution, WORKFLOW_TASK_SECONDS);
      }
    },
  };
}
