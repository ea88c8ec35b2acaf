import { createSlots } from './slots.ts';
import type { Slots } from './slots.ts';
import { alongside, begin, inNoTime, within } from './process.ts';
import type { Process } from './process.ts';
import type { Cancel, Clock } from './clock.ts';
import type { Processors } from './processors.ts';
import { ActivityFault } from './temporal.ts';
import type { Activity, Execution, Temporal, WorkflowTask } from './temporal.ts';
import type { Poller } from './task-queue.ts';
import { createSliceSize } from '../../engine/activities/subscriber-import/slice-size.ts';
import type { SliceSize } from '../../engine/activities/subscriber-import/slice-size.ts';
import { installationNames } from '../../workflows/names.ts';
import { payloadOf, secondsOf, valueOf } from './workflow-sandbox.ts';
import type { Command, Job, LiveRun, Sandbox } from './workflow-sandbox.ts';

/** The size of a worker. */
export interface WorkerSettings {
  readonly processors: Processors;
  /** Slots of the activities of large imports, of small ones, of local activities and of workflow tasks. */
  readonly concurrency: number;
  readonly smallTasks: number;
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

/** What fake activities use of the worker that runs them. */
export interface Place {
  readonly processors: Processors;
  readonly parsingThreads: Slots;
  readonly scanThread: Slots;
  readonly mergeLimit: Slots;
  readonly sliceSize: SliceSize;
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

/** What a workflow task has come to when nothing of it is left to do. */
interface Quiet {
  readonly log: Execution['log'];
  readonly commands: readonly Command[];
  readonly markers: number;
}

const { taskQueue: MAIN, smallQueue: SMALL } = installationNames('sluice', '');

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
  const underWay = new Set<Cancel>();
  const activities = new Set<Activity>();
  const workflowTasks = new Set<Execution>();
  const cached = new Set<Execution>();
  const sticky: WorkflowTask[] = [];
  const free: Record<string, number> & { workflows: number } = { [MAIN]: 0, [SMALL]: 0, workflows: 0 };

  const run = <Result>(
    process: Process<Result>,
    ended: (result: Result) => void,
    failed: (error: Error) => void = raise,
  ) => {
    let cancel: Cancel | null = null;
    let isOver = false;
    const over = () => {
      isOver = true;
      if (cancel !== null) underWay.delete(cancel);
    };
    const begun = begin(
      process,
      (result) => (over(), ended(result)),
      (error) => (over(), failed(error)),
    );
    if (isOver) return;
    cancel = begun;
    underWay.add(cancel);
  };
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
    run(
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
    run(workflowTask(execution), () => {
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
    const { log, commands, markers } = yield* activateUntilQuiet(execution, live, jobs);
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
  /** Runs the workflow, and its local activities, until it waits for nothing but the server. */
  function* activateUntilQuiet(execution: Execution, live: LiveRun, jobs: readonly Job[]): Process<Quiet> {
    const log: Execution['log'] = [];
    const commands: Command[] = [];
    let results: Job[] = [];
    let wake: () => void = () => undefined;
    let inFlight = 0;
    let markers = 0;
    for (let news = jobs; ; news = results, results = []) {
      yield* place.onMainThread(settings.cpuSecondsPerActivation);
      const moment = { now: clock.now(), historyLength: execution.historyLength };
      const found = yield* inNoTime(clock, () => live.activate(news, moment));
      log.push({ jobs: news, moment });
      for (const command of found) {
        if (!command.scheduleLocalActivity) {
          commands.push(command);
          continue;
        }
        const seq = Number(command.scheduleLocalActivity.seq);
        const resolve = (result: object) => {
          inFlight--;
          results.push({ resolveActivity: { seq, isLocal: true, result } });
          wake();
        };
        inFlight++;
        markers++;
        run(
          localActivity(command.scheduleLocalActivity),
          (result) => resolve({ completed: { result: payloadOf(result) } }),
          (error) => resolve({ failed: { failure: localFailure(faultOf(error)) } }),
        );
      }
      if (inFlight === 0 && results.length === 0) return { log, commands: withoutIdleTimers(commands), markers };
      if (results.length === 0) {
        yield (resume) => {
          wake = resume;
          return () => undefined;
        };
        wake = () => undefined;
      }
    }
  }
  function* localActivity(command: NonNullable<Command['scheduleLocalActivity']>): Process<unknown> {
    const { activityType, arguments: given, startToCloseTimeout, retryPolicy } = command;
    const timeout = secondsOf(startToCloseTimeout) ?? Infinity;
    for (let tries = 1, pause = secondsOf(retryPolicy?.initialInterval) ?? 1; ; tries++, pause *= 2) {
      try {
        const work = () => within(clock, timeout, perform(activityType ?? '', valueOf(given?.[0]), place), TIMED_OUT);
        return yield* localSlots.hold(work);
      } catch (error) {
        if (tries === (retryPolicy?.maximumAttempts ?? 0)) throw error;
        yield (resume) => clock.after(pause, resume);
      }
    }
  }

  const workflowPoller = { free: () => free.workflows, take: takeWorkflowTask };
  const pollerOf = (queue: string) => ({
    free: () => free[queue]!,
    take: (activity: Activity) => takeActivity(activity),
  });
  const activityPollers: Readonly<Record<string, Poller<Activity>>> = {
    [MAIN]: pollerOf(MAIN),
    [SMALL]: pollerOf(SMALL),
  };
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
      Object.assign(free, { [MAIN]: settings.concurrency, [SMALL]: settings.smallTasks });
      free.workflows = settings.workflowTasks;
      pollWorkflows();
      for (const queue of [MAIN, SMALL]) pollActivities(queue);
    },
    die: () => {
      isAlive = false;
      Object.assign(free, { [MAIN]: 0, [SMALL]: 0, workflows: 0 });
      for (const cancel of underWay) cancel();
      underWay.clear();
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
      sliceSize: createSliceSize(mergeMs),
      onMainThread: (seconds) => mainThread.hold(() => processors.use(seconds, 'calls')),
    };
  }
}

/** A timer that is cancelled within its workflow task never gets to the server. */
function withoutIdleTimers(commands: readonly Command[]): Command[] {
  const seqsOf = (kind: 'startTimer' | 'cancelTimer') =>
    new Set(commands.flatMap((command) => (command[kind] ? [Number(command[kind].seq)] : [])));
  const [started, cancelled] = [seqsOf('startTimer'), seqsOf('cancelTimer')];
  return commands.filter(({ startTimer, cancelTimer }) => {
    const timer = startTimer ?? cancelTimer;
    return !timer || !started.has(Number(timer.seq)) || !cancelled.has(Number(timer.seq));
  });
}

/** Brings a run into memory as its log has left it. */
async function replay(sandbox: Sandbox, { run, log }: Execution, now: number): Promise<LiveRun> {
  const [first] = log;
  const live = await sandbox.load(run, first?.moment ?? { now, historyLength: 1 });
  for (const { jobs, moment } of log) await live.activate(jobs, moment);
  return live;
}

const TIMED_OUT = () => new ActivityFault('Timeout');

function localFailure({ type, message }: ActivityFault) {
  return { message, source: 'TypeScriptSDK', applicationFailureInfo: { type, nonRetryable: false } };
}

function faultOf(error: Error): ActivityFault {
  if (error instanceof ActivityFault) return error;
  throw error;
}

function raise(error: Error): never {
  throw error;
}
