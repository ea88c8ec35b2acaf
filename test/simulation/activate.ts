import { inNoTime, within } from './process.ts';
import type { Process } from './process.ts';
import type { Clock } from './clock.ts';
import { ActivityFault, failureOf, faultOf } from './tasks.ts';
import type { Execution } from './tasks.ts';
import { payloadOf, secondsOf, valueOf } from './workflow-sandbox.ts';
import type { Command, Job, LiveRun } from './workflow-sandbox.ts';

/** Result of a workflow task once no work of it is left. */
export interface Quiet {
  readonly log: Execution['log'];
  readonly commands: readonly Command[];
  readonly markers: number;
}

/** The part of a worker that a workflow task uses. */
export interface ActivatingWorker {
  readonly clock: Clock;
  /** Begins a process that ends with the worker. */
  run<Result>(process: Process<Result>, ended: (result: Result) => void, failed: (error: Error) => void): void;
  /** Takes the time of an activation. */
  activate(): Process;
  performLocally(type: string, input: unknown): Process<unknown>;
  /** Waits for a slot of a local activity, and does the work. */
  holdLocalSlot<Result>(work: () => Process<Result>): Process<Result>;
}

/** Runs the workflow, and its local activities, until it waits for nothing but the server. */
export function* activateUntilQuiet(
  { execution, live, jobs }: { execution: Execution; live: LiveRun; jobs: readonly Job[] },
  worker: ActivatingWorker,
): Process<Quiet> {
  const { clock, run, activate } = worker;
  const log: Execution['log'] = [];
  const commands: Command[] = [];
  let results: Job[] = [];
  let wake: () => void = () => undefined;
  let inFlight = 0;
  let markers = 0;
  for (let news = jobs; ; news = results, results = []) {
    yield* activate();
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
        localActivity(command.scheduleLocalActivity, worker),
        (result) => resolve({ completed: { result: payloadOf(result) } }),
        (error) => resolve({ failed: { failure: failureOf(faultOf(error)) } }),
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

function* localActivity(
  command: NonNullable<Command['scheduleLocalActivity']>,
  { clock, performLocally, holdLocalSlot }: ActivatingWorker,
): Process<unknown> {
  const { activityType, arguments: given, startToCloseTimeout, retryPolicy } = command;
  const timeout = secondsOf(startToCloseTimeout) ?? Infinity;
  for (let tries = 1, pause = secondsOf(retryPolicy?.initialInterval) ?? 1; ; tries++, pause *= 2) {
    try {
      const work = () => within(clock, timeout, performLocally(activityType ?? '', valueOf(given?.[0])), TIMED_OUT);
      return yield* holdLocalSlot(work);
    } catch (error) {
      if (tries === (retryPolicy?.maximumAttempts ?? 0)) throw error;
      yield (resume) => clock.after(pause, resume);
    }
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

const TIMED_OUT = () => new ActivityFault('Timeout');
