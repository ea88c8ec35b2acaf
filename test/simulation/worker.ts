import { createSlots } from './slots.ts';
import type { Slots } from './slots.ts';
import { activateUntilQuiet } from './activate.ts';
import type { ActivatingWorker } from './activate.ts';
import { alongside, createProcesses, inNoTime } from './process.ts';
import type { Process } from './process.ts';
import type { Clock } from './clock.ts';
import type { Processors } from './processors.ts';
import { faultOf } from './tasks.ts';
import type { Activity, Execution, WorkflowTask } from './tasks.ts';
import type { Temporal } from './temporal.ts';
import type { Poller } from './task-queue.ts';
import { createSliceSizes } from '../../engine/activities/subscriber-import/slice-size.ts';
import type { SliceSize } from '../../engine/activities/subscriber-import/slice-size.ts';
import { installationNames } from '../../workflows/names.ts';
import type { LiveRun, Sandbox } from './workflow-sandbox.ts';

/** The size of a worker. */
export interface WorkerSettings {
  readonly processors: Processors;
  /** Slots of the activities of large imports, of small ones, of local activities and of workflow tasks. */
  readonly concurrency: number;
  readonly smallTasks: number;
  readonly records: number;
  readonly localActivities: number;
  readonly workflowTasks: number;
  readonly cachedWorkflows: number;
  readonly parsingThreads: number;
  /** Merges of large imports at the same time. */
  readonly merges: number;
  readonly mergeMs: number;
  /** Processor time of a workflow task, and of replaying an event. */
  readonly cpuSecondsPerActivation: number;
  readonly cpuSecondsPerReplayedEvent: number;
}

/** The part of a worker that its fake activities use. */
export interface Place {
  readonly processors: Processors;
  readonly parsingThreads: Slots;
  readonly scanThread: Slots;
  readonly mergeLimit: Slots;
  readonly sliceSizeOf: (importId: number) => SliceSize;
  /** Uses the one thread that runs workflows and statements. */
  onMainThread(seconds: number): Process;
}

/** Does an activity. @throws ActivityFault */
export type Perform = (type: string, input: unknown, place: Place) => Process<unknown>;

/** A worker process. */
export interface Worker {
  isAlive(): boolean;
  /** Offers a task of a workflow that it has in memory. */
  offer(task: WorkflowTask): void;
  /** Ends it without a farewell, as SIGKILL does. */
  die(): void;
  /** Begins again with an empty memory. */
  begin(): void;
}

const { taskQueue: MAIN, smallQueue: SMALL, recordsQueue: RECORDS } = installationNames('sluice', '');
const QUEUES = [MAIN, SMALL, RECORDS];

/** The SDK asks for so many slots at most for the activities that one workflow task schedules. */
const EAGER_ACTIVITIES = 3;

/** Creates a worker that has not begun. */
export function createWorker(
  settings: WorkerSettings,
  { clock, temporal, sandbox, perform }: { clock: Clock; temporal: Temporal; sandbox: Sandbox; perform: Perform },
): Worker {
  const { processors } = settings;
  let isAlive = false;
  let place = createPlace(settings);
  let localSlots = createSlots(settings.localActivities);
  const underWay = createProcesses();
  const activities = new Set<Activity>();
  const workflowTasks = new Set<Execution>();
  const cached = new Set<Execution>();
  const sticky: WorkflowTask[] = [];
  const free: Record<string, number> & { workflows: number } = { workflows: 0 };
  for (const queue of QUEUES) free[queue] = 0;

  const pollActivities = (queue: string) => temporal.activities(queue).poll(activityPollers[queue]!);
  const pollWorkflows = () => {
    while (sticky.length > 0 && free.workflows > 0) takeWorkflowTask(sticky.shift()!);
    temporal.workflowTasks.poll(workflowPoller);
  };

  const takeActivity = (activity: Activity, isEager = false) => {
    if (!isEager) free[activity.queue]!--;
    activities.add(activity);
    temporal.figures.actions++;
    const done = (report: () => void) => {
      activities.delete(activity);
      free[activity.queue]!++;
      report();
      pollActivities(activity.queue);
    };
    underWay.run(
      attempt(activity, isEager),
      (result) => done(() => temporal.completeActivity(activity, result)),
      (error) => done(() => temporal.failActivity(activity, faultOf(error))),
    );
  };
  function* attempt(activity: Activity, isEager: boolean): Process<unknown> {
    if (!isEager) yield* temporal.change(1);
    try {
      const result = yield* alongside(() => temporal.heartbeat(), perform(activity.type, activity.input, place));
      yield* temporal.change(2);
      return result;
    } catch (error) {
      yield* temporal.change(1);
      throw error;
    }
  }

  const takeWorkflowTask = (task: WorkflowTask) => {
    if (task.isTaken) return;
    task.isTaken = true;
    const { execution } = task;
    free.workflows--;
    workflowTasks.add(execution);
    underWay.run(workflowTask(execution), () => {
      workflowTasks.delete(execution);
      free.workflows++;
      pollWorkflows();
    });
  };
  function* workflowTask(execution: Execution): Process {
    execution.task = 'running';
    execution.worker = thisWorker;
    yield* temporal.change(1);
    const jobs = [...execution.news];
    const live = yield* remember(execution);
    const { log, commands, markers } = yield* activateUntilQuiet({ execution, live, jobs }, activating);
    yield* temporal.change(1 + commands.length + markers);
    execution.log.push(...log);
    const done = { commands, markers, jobs: jobs.length };
    let eager = 0;
    const isEager = (queue: string) => {
      if (queue !== MAIN || eager === EAGER_ACTIVITIES || free[MAIN] === 0) return false;
      eager++;
      free[MAIN]!--;
      return true;
    };
    for (const activity of temporal.completeWorkflowTask(execution, done, isEager)) takeActivity(activity, true);
    if (execution.live === null) cached.delete(execution);
  }
  /** The workflow in memory; replayed where it is not, or no longer. */
  function* remember(execution: Execution): Process<LiveRun> {
    if (!cached.delete(execution) && execution.log.length > 0) {
      temporal.figures.replays++;
      yield* place.onMainThread(settings.cpuSecondsPerReplayedEvent * execution.historyLength);
    }
    cached.add(execution);
    const [oldest] = cached;
    if (cached.size > settings.cachedWorkflows && oldest !== undefined) cached.delete(oldest);
    execution.live ??= yield* inNoTime(clock, () => replay(sandbox, execution, clock.now()));
    return execution.live;
  }

  const activating: ActivatingWorker = {
    ...{ clock, run: underWay.run },
    activate: () => place.onMainThread(settings.cpuSecondsPerActivation),
    performLocally: (type, input) => perform(type, input, place),
    holdLocalSlot: (work) => localSlots.hold(work),
  };
  const workflowPoller = { free: () => free.workflows, take: takeWorkflowTask };
  const pollerOf = (queue: string) => ({
    free: () => free[queue]!,
    take: (activity: Activity) => takeActivity(activity),
  });
  const activityPollers: Readonly<Record<string, Poller<Activity>>> = Object.fromEntries(
    QUEUES.map((queue) => [queue, pollerOf(queue)]),
  );
  const thisWorker: Worker = {
    isAlive: () => isAlive,
    offer: (task) => {
      if (!isAlive) return;
      if (free.workflows > 0) takeWorkflowTask(task);
      else sticky.push(task);
    },
    begin: () => {
      isAlive = true;
      place = createPlace(settings);
      localSlots = createSlots(settings.localActivities);
      Object.assign(free, { [MAIN]: settings.concurrency, [SMALL]: settings.smallTasks, [RECORDS]: settings.records });
      free.workflows = settings.workflowTasks;
      pollWorkflows();
      for (const queue of QUEUES) pollActivities(queue);
    },
    die: () => {
      isAlive = false;
      for (const queue of [...QUEUES, 'workflows']) free[queue] = 0;
      underWay.callOff();
      for (const execution of [...cached, ...workflowTasks]) {
        void execution.live?.dispose();
        execution.live = null;
      }
      temporal.lost({ activities: [...activities], workflowTasks: [...workflowTasks] });
      for (const set of [activities, workflowTasks, cached]) set.clear();
      sticky.length = 0;
    },
  };
  return thisWorker;

  function createPlace({ parsingThreads, merges, mergeMs }: WorkerSettings): Place {
    const mainThread = createSlots(1);
    return {
      processors,
      parsingThreads: createSlots(parsingThreads),
      scanThread: createSlots(1),
      mergeLimit: createSlots(merges),
      sliceSizeOf: createSliceSizes(mergeMs),
      onMainThread: (seconds) => mainThread.hold(() => processors.use(seconds, 'calls')),
    };
  }
}

/** Brings a run into memory as its log has left it. */
async function replay(sandbox: Sandbox, { run, log }: Execution, now: number): Promise<LiveRun> {
  const [first] = log;
  const live = await sandbox.load(run, first?.moment ?? { now, historyLength: 1 });
  for (const { jobs, moment } of log) await live.activate(jobs, moment);
  return live;
}
