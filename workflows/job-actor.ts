import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  TemporalFailure,
  allHandlersFinished,
  condition,
  isCancellation,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { SignalDefinition, UpdateDefinition } from '@temporalio/common';
import { createActor, fromPromise } from 'xstate';
import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  InputFrom,
  Snapshot,
  SnapshotFrom,
  PromiseActorLogic,
  EventFromLogic,
} from 'xstate';
import type { Fault, FaultType } from '../machines/faults.ts';
import { COMMANDS, jobView, signals, updates } from './messages.ts';
import type { Command, CommandArguments, JobView, LastCommand } from './messages.ts';
import { createCommandRecord } from './last-command.ts';
import { workflowClock } from './workflow-clock.ts';
import { COMMAND_REJECTED, SEARCH_ATTRIBUTES } from './names.ts';
import { createRecorder } from './recorder.ts';
import { createStuckSign } from './stuck-sign.ts';

/** Past this many events a run ends at the next checkpoint, even before the server suggests it. */
const HISTORY_EVENTS = 8_000;
const DEFAULT_REASON = 'An operator ended this job.';

/** A persisted snapshot, as it travels from one run to the next. */
export type JobSnapshot = Snapshot<unknown>;

/** What travels from one run to the next next to the machine's snapshot. */
export interface Carried {
  readonly lastCommand: LastCommand | null;
}

export interface JobOptions<Machine extends AnyStateMachine, View extends JobView> {
  readonly machine: Machine;
  readonly input: InputFrom<Machine>;
  /** What an earlier run of this job persisted at a checkpoint, or the end from which this one is to restart it. */
  readonly snapshot?: JobSnapshot | undefined;
  /** What else an earlier run handed on. */
  readonly carried?: Carried | undefined;
  readonly view: (snapshot: SnapshotFrom<Machine>) => View;
  /** Writes state, health and error where readers without Temporal find them; called once per change, in order. */
  readonly record: (view: View) => Promise<void>;
  /** Markdown for the Temporal UI. */
  readonly details: (view: View) => string;
  readonly continueAsNew: (snapshot: JobSnapshot, carried: Carried) => Promise<never>;
}

/** Reports a result to the machine while its work goes on. Returns whether the machine takes it. */
export type Report<Machine extends AnyStateMachine> = (result: EventFromLogic<Machine>) => boolean;

export interface JobHost<Machine extends AnyStateMachine> {
  /** Wraps work as a promise actor: leaving the state cancels it, and its successor starts when it has stopped. */
  work<Input, Output>(
    perform: (input: Input, report: Report<Machine>) => Promise<Output>,
  ): PromiseActorLogic<Output, Input>;
  /** Runs the machine to its end and answers the last view. */
  run<View extends JobView>(options: JobOptions<Machine, View>): Promise<View>;
}

/**
 * Hosts one machine as a live actor inside a workflow. The host knows no state by name: it runs the machine's work in
 * cancellation scopes, offers the commands as updates and signals, shows and records each change, and ends a run at a
 * state tagged `checkpoint` when its history has grown long. A state tagged `brief` is recorded when it is left, and not
 * at all if the job has moved on by then. A state tagged `ended` is the end of the job.
 */
export function createJobHost<Machine extends AnyStateMachine>(): JobHost<Machine> {
  const stopping = new Set<Promise<unknown>>();
  let bug: Error | undefined;
  let report: Report<Machine> = () => false;

  const work: JobHost<Machine>['work'] = (perform) =>
    fromPromise(({ input, signal }) => {
      const scope = new CancellationScope();
      // Only what was stopping already: a successor that is left before it began must not wait for itself.
      const performing = Promise.all(stopping).then(() => scope.run(() => perform(input, report)));
      signal.addEventListener('abort', () => {
        const stopped: Promise<unknown> = performing.catch(() => undefined).finally(() => stopping.delete(stopped));
        stopping.add(stopped);
        scope.cancel();
      });
      return performing.catch((error: unknown) => {
        const fault = faultOf(error);
        if (fault === undefined) bug ??= asError(error);
        // The machine's onError takes plain data, which survives a snapshot.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        return Promise.reject(fault ?? { type: 'Bug', message: 'A bug stopped this job.' });
      });
    });

  const run = async <View extends JobView>(
    options: JobOptions<Machine, View>,
    outside: Promise<never>,
  ): Promise<View> => {
    const actor = createActor(options.machine, {
      input: options.input,
      clock: workflowClock,
      ...(options.snapshot === undefined ? {} : { snapshot: options.snapshot }),
    });
    const snapshot = () => actor.getSnapshot() as AnyMachineSnapshot;
    const view = () => options.view(snapshot() as SnapshotFrom<Machine>);
    const send = (event: JobEvent) => actor.send(event as EventFromLogic<Machine>);
    const stuckSign = createStuckSign();
    const commands = createCommandRecord(options.carried?.lastCommand ?? null);
    const recorder = createRecorder({
      healthOf: (view: View) => stuckSign.healthOf(view),
      // Totals are read when an end is recorded, so nothing may be in flight then.
      record: (view: View) => condition(() => stopping.size === 0).then(() => options.record(view)),
      isDeferred: () => snapshot().hasTag('brief'),
      onError: (error) => (bug ??= asError(error)),
    });
    const isQuiet = () => stopping.size === 0 && recorder.isIdle();
    let leaving = false;

    const isOver = () => snapshot().hasTag('ended');
    const showDetails = () =>
      setCurrentDetails(
        [options.details(view()), commands.details(view()), stuckSign.details()]
          .filter((part) => part !== '')
          .join('\n\n'),
      );

    report = (result) => {
      const isTaken = snapshot().can(result);
      actor.send(result);
      return isTaken;
    };
    const onChange = () => {
      const atCheckpoint = snapshot().hasTag('checkpoint');
      leaving = atCheckpoint && isHistoryLong();
      if (atCheckpoint && !leaving) void Promise.resolve().then(() => send({ type: 'PROCEED' }));
      if (isOver()) stuckSign.clear();
      showDetails();
      recorder.note(view());
    };
    const onError = (error: unknown) => (bug ??= asError(error));
    actor.subscribe({ error: onError });
    stuckSign.listen(() => {
      upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.jobHealth, value: stuckSign.healthOf(view()) }]);
      showDetails();
    });
    setHandler(jobView, () => ({ ...view(), ...stuckSign.view(), ...commands.view() }));
    const can = (event: JobEvent) => snapshot().can(event);
    const command: CommandTarget['command'] = (name, [reason, by]) => {
      const event = commandEvent(name, reason);
      if (can(event)) commands.note(name, by);
      send(event);
    };
    offerCommands({ command, view, can, isQuiet });

    outside.catch(() => command('cancel', []));

    actor.start();
    // A run that begins where an earlier one ended was started to restart the job; the old end is not recorded again.
    if (snapshot().hasTag('ended')) send({ type: 'RESTART' });
    actor.subscribe({ next: onChange, error: onError });
    onChange();
    await condition(() => bug !== undefined || ((isOver() || leaving) && isQuiet() && allHandlersFinished()));
    if (bug !== undefined) throw bug;
    return isOver() ? view() : options.continueAsNew(actor.getPersistedSnapshot(), { lastCommand: commands.last() });
  };

  return {
    work,
    run: (options) => {
      // A cancellation from outside (the Temporal UI) is the command of the same name, not the death of the workflow.
      const outside = CancellationScope.current().cancelRequested;
      return CancellationScope.nonCancellable(() => run(options, outside));
    },
  };
}

interface JobEvent {
  readonly type: string;
  readonly reason?: string;
}

interface CommandTarget {
  /** Notes a command that the job takes, and hands it to the machine. */
  readonly command: (name: Command, carried: CommandArguments) => void;
  readonly can: (event: JobEvent) => boolean;
  readonly view: () => JobView;
  /** Nothing is in flight and everything is recorded: only then a command is answered. */
  readonly isQuiet: () => boolean;
}

function offerCommands(target: CommandTarget): void {
  for (const name of COMMANDS) {
    // A handler runs in the workflow's own scope. A job may go on after that was cancelled, and so must what it began here.
    setHandler(signals[name] as SignalDefinition<CommandArguments>, (...carried) =>
      CancellationScope.nonCancellable(() => Promise.resolve(target.command(name, carried))),
    );
    setHandler<JobView, CommandArguments, UpdateDefinition<JobView, CommandArguments>>(
      updates[name],
      (...carried) =>
        CancellationScope.nonCancellable(async () => {
          target.command(name, carried);
          await condition(target.isQuiet);
          return target.view();
        }),
      {
        validator: () => {
          if (target.can(commandEvent(name))) return;
          throw ApplicationFailure.nonRetryable(
            `The job is ${target.view().state} and does not take ${name}.`,
            COMMAND_REJECTED,
          );
        },
      },
    );
  }
}

function commandEvent(name: Command, reason?: unknown): JobEvent {
  return { type: name.toUpperCase(), reason: sentenceOf(reason) };
}

/** A signal may carry anything, whatever its type says. */
function sentenceOf(reason: unknown): string {
  return typeof reason === 'string' && reason !== '' ? reason : DEFAULT_REASON;
}

function isHistoryLong(): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength > HISTORY_EVENTS;
}

/** What a failed activity means to the machine; undefined for anything that is not an activity's failure. */
export function faultOf(error: unknown): Fault | undefined {
  if (isCancellation(error)) return { type: 'Cancelled', message: 'The work was cancelled.' };
  // A local activity fails with the failure itself, without an ActivityFailure around it.
  const failure = error instanceof ActivityFailure ? (error.cause ?? error) : error;
  if (!(failure instanceof TemporalFailure)) return undefined;
  const type = failure instanceof ApplicationFailure ? failure.type : undefined;
  return { type: (type ?? 'InternalFault') as FaultType, message: failure.message };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
