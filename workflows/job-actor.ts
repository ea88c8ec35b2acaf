import {
  CancellationScope,
  CancelledFailure,
  allHandlersFinished,
  condition,
  defineSignal,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { createActor } from 'xstate';
import type { AnyMachineSnapshot, AnyStateMachine, InputFrom, Snapshot, SnapshotFrom, EventFromLogic } from 'xstate';
import { jobView } from './messages.ts';
import type { JobView, LastCommand } from './messages.ts';
import { createCommandRecord } from './last-command.ts';
import type { Carried } from './last-command.ts';
import { createJobAttributes } from './job-attributes.ts';
import { asError, createJobWork } from './job-work.ts';
import type { PerformWork, Report } from './job-work.ts';
import { machineStateView } from './machine-state.ts';
import { workflowClock } from './workflow-clock.ts';
import { createInbox } from './inbox.ts';
import { SEARCH_ATTRIBUTES } from './names.ts';
import { commandEvent, offerCommands } from './offer-commands.ts';
import type { CommandEvent, CommandTarget } from './offer-commands.ts';
import { createRecorder } from './recorder.ts';
import { createStuckDiagnosis } from './stuck-diagnosis.ts';
import { onWentBack } from './went-back.ts';

/**
 * A run with more events continues as new at the next checkpoint, even if the server does not suggest it. The server suggests it
 * also before a run has as many updates as it takes.
 */
const HISTORY_EVENTS = 8_000;

/** Sent in a checkpoint between two batches. A pause is a checkpoint that does not take it. */
const PROCEED = { type: 'PROCEED' } as const;

/** A persisted snapshot, handed on when the job continues as new. */
export type JobSnapshot = Snapshot<unknown>;

export interface JobOptions<Machine extends AnyStateMachine, View extends JobView> {
  readonly machine: Machine;
  readonly input: InputFrom<Machine>;
  /** The snapshot of the previous run at a checkpoint, or the end state from which to restart the job. */
  readonly snapshot?: JobSnapshot | undefined;
  /** Handed on by the previous run. */
  readonly carried?: Carried | undefined;
  readonly view: (snapshot: SnapshotFrom<Machine>) => View;
  /**
   * Writes state, health, error and new commands to the database; called once per change, in order. Only where `mayBeLocal` is true
   * may it try a local activity first: no message is handled before it has ended.
   */
  readonly record: (view: View, commands: readonly LastCommand[], mayBeLocal: boolean) => Promise<void>;
  /** Whether a command is recorded when it changes neither state nor health. */
  readonly recordsCommands?: boolean | undefined;
  /** Whether a brief state has no search attributes, as it has no record. */
  readonly passesOverBrief?: boolean | undefined;
  /** Signals that the job takes in addition to the commands, each with the event that it sends to the machine. */
  readonly signals?: Readonly<Record<string, EventFromLogic<Machine>>>;
  /** Markdown for the Temporal UI. */
  readonly details: (view: View) => string;
  /** Without a snapshot the job begins again with what its ledger has. */
  readonly continueAsNew: (snapshot: JobSnapshot | undefined, carried: Carried) => Promise<never>;
}

export interface JobHost<Machine extends AnyStateMachine> {
  readonly work: PerformWork<Machine>;
  /** Reports what was found outside of the work of a state. Returns whether the machine takes it. */
  readonly report: Report<Machine>;
  /** Runs the machine to its end and returns the last view. */
  run<View extends JobView>(options: JobOptions<Machine, View>): Promise<View>;
}

/**
 * Hosts one machine as a live actor inside a workflow. The host knows no state by name: it runs the machine's work in
 * cancellation scopes, offers the commands as updates and signals, shows and records each change, and ends a run at a
 * state tagged `checkpoint` when its history has grown long. A state tagged `brief` is recorded when it is left, and not
 * at all if the job has moved on by then. A state tagged `ended` is the end of the job.
 *
 * Work and records are normal activities, except in a brief state, where the inbox keeps all messages back (inbox.ts).
 */
export function createJobHost<Machine extends AnyStateMachine>(): JobHost<Machine> {
  let bug: Error | undefined;
  let report: Report<Machine> = () => false;
  const inbox = createInbox();
  let untilRecorded: (stop: AbortSignal) => Promise<void> = () => Promise.resolve();
  let closeInbox: () => void = () => undefined;

  const { work, stopping } = createJobWork<Machine>({
    untilRecorded: (stop) => untilRecorded(stop),
    closeInbox: () => closeInbox(),
    currentReport: () => report,
    onBug: (error) => (bug ??= error),
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
    const send = (event: CommandEvent) => actor.send(event as EventFromLogic<Machine>);
    const can = (event: CommandEvent) => snapshot().can(event);
    const updateAttributes = createJobAttributes();
    const stuckDiagnosis = createStuckDiagnosis(updateAttributes);
    const commands = createCommandRecord(options.carried);
    const recorder = createRecorder({
      updateAttributes,
      healthOf: (view: View) => stuckDiagnosis.healthOf(view),
      // An end state is recorded with its totals, so nothing may be in flight.
      record: async (view: View) => {
        await condition(() => stopping.size === 0);
        const unrecorded = commands.unrecorded();
        await options.record(view, unrecorded, inbox.isClosed() && isEnded());
        commands.noteRecorded(unrecorded);
      },
      commandsTaken: () => (options.recordsCommands === true ? commands.taken() : 0),
      isDeferred: () => snapshot().hasTag('brief'),
      defersAttributes: options.passesOverBrief === true,
      onError: (error) => (bug ??= asError(error)),
    });
    const isQuiet = () => stopping.size === 0 && recorder.isIdle();
    const isEnded = () => snapshot().hasTag('ended');
    let leaving = false;
    let isBack = false;
    let isLeft = false;

    untilRecorded = async (stop) => {
      await condition(() => stop.aborted || !recorder.isWriting());
      if (stop.aborted) throw new CancelledFailure('The job left the state before the work of it began.');
    };
    closeInbox = () => {
      inbox.close();
      void condition(() => !snapshot().hasTag('brief')).then(openInbox);
    };
    // Once the new state is recorded, by an activity whose event has one place in the history: no local activity is in flight by then.
    const openInbox = async () => {
      if (isEnded()) return;
      await (recorder.isIdle() ? sleep(1) : condition(() => recorder.isIdle()));
      inbox.open();
    };
    const showDetails = () =>
      setCurrentDetails(
        [options.details(view()), commands.details(view()), stuckDiagnosis.details()]
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
      if (!leaving && can(PROCEED)) void Promise.resolve().then(() => send(PROCEED));
      if (isEnded()) stuckDiagnosis.clear();
      showDetails();
      recorder.note(view());
    };
    const onError = (error: unknown) => (bug ??= asError(error));
    actor.subscribe({ error: onError });
    stuckDiagnosis.listen(inbox, () => {
      updateAttributes([{ key: SEARCH_ATTRIBUTES.jobHealth, value: stuckDiagnosis.healthOf(view()) }]);
      showDetails();
    });
    setHandler(jobView, () => ({
      ...view(),
      ...stuckDiagnosis.view(),
      ...commands.view(),
      ...machineStateView(snapshot()),
    }));
    const command: CommandTarget['command'] = (name, [reason, by]) => {
      const event = commandEvent(name, reason);
      if (can(event)) commands.note(name, by);
      send(event);
    };

    onWentBack(() => {
      if (isBack || isLeft) return isBack;
      isBack = true;
      // Its work is cancelled, and nothing that the work still reports changes it.
      actor.stop();
      report = () => false;
      return true;
    });
    outside.catch(() => inbox.receive(() => command('cancel', [])));

    actor.start();
    // A run that starts from an end state restarts the job; the old end is not recorded again.
    if (isEnded()) send({ type: 'RESTART' });
    commands.noteRestart();
    const pause = commandEvent('pause');
    if (options.carried?.isPaused === true && can(pause)) send(pause);
    actor.subscribe({ next: onChange, error: onError });
    onChange();
    // Offered now: a command that came with the first workflow task finds the job begun, and waits for its own effect.
    offerCommands({ inbox, command, view, can, isQuiet, isBack: () => isBack, isEnded });
    for (const [name, event] of Object.entries(options.signals ?? {})) {
      setHandler(defineSignal(name), () =>
        CancellationScope.nonCancellable(() => Promise.resolve(inbox.receive(() => actor.send(event)))),
      );
    }
    const mayEnd = () => isEnded() || (leaving && !inbox.isClosed());
    await condition(() => isBack || bug !== undefined || (mayEnd() && isQuiet() && allHandlersFinished()));
    isLeft = true;
    if (isBack) {
      await condition(() => stopping.size === 0 && allHandlersFinished());
      commands.note('restart', { type: 'maintenance' });
      return options.continueAsNew(undefined, {
        ...commands.carry(),
        ...(view().state === 'paused' && { isPaused: true }),
      });
    }
    if (bug !== undefined) throw bug;
    return isEnded() ? view() : options.continueAsNew(actor.getPersistedSnapshot(), commands.carry());
  };

  return {
    work,
    report: (result) => report(result),
    run: (options) => {
      // A cancellation from outside (the Temporal UI) is the command of the same name; it does not end the workflow.
      const outside = CancellationScope.current().cancelRequested;
      return CancellationScope.nonCancellable(() => run(options, outside));
    },
  };
}

function isHistoryLong(): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength > HISTORY_EVENTS;
}
