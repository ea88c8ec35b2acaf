import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  TemporalFailure,
  isCancellation,
} from '@temporalio/workflow';
import { fromPromise } from 'xstate';
import type { AnyStateMachine, EventFromLogic, PromiseActorLogic } from 'xstate';
import type { Fault, FaultType } from '../machines/faults.ts';
import { ROW_LOST } from './names.ts';

/** Reports a result to the machine during its work. Returns whether the machine takes it. */
export type Report<Machine extends AnyStateMachine> = (result: EventFromLogic<Machine>) => boolean;

/** Options with which the work of a state begins. */
export interface WorkOptions {
  /** Its machine leaves no state before the work of it has ended, so it waits for no other work to stop. */
  readonly isNeverStopped?: true;
  /** It is one local activity, and its state is tagged `brief`. Messages wait until the machine has left that state. */
  readonly isLocal?: true;
}

/**
 * Wraps work as a promise actor. It begins when the record of its state is written, which must not wait for what it locks.
 * Leaving the state cancels it; the next work starts when it has stopped.
 */
export type PerformWork<Machine extends AnyStateMachine> = <Input, Output>(
  perform: (input: Input, report: Report<Machine>) => Promise<Output>,
  options?: WorkOptions,
) => PromiseActorLogic<Output, Input>;

/** The host of the work: the run of a machine. */
interface WorkHost<Machine extends AnyStateMachine> {
  /** Resolves when the record of the state is written. @throws CancelledFailure when the state is left before. */
  readonly untilRecorded: (stop: AbortSignal) => Promise<void>;
  readonly closeInbox: () => void;
  readonly currentReport: () => Report<Machine>;
  /** Receives an error that is no fault of an activity. */
  readonly onBug: (error: Error) => void;
}

/** Creates the work of one job, and the set of the work that is being cancelled. */
export function createJobWork<Machine extends AnyStateMachine>({
  untilRecorded,
  closeInbox,
  currentReport,
  onBug,
}: WorkHost<Machine>): { readonly work: PerformWork<Machine>; readonly stopping: ReadonlySet<Promise<unknown>> } {
  const stopping = new Set<Promise<unknown>>();
  const work: PerformWork<Machine> = (perform, { isNeverStopped = false, isLocal = false } = {}) =>
    fromPromise(({ input, signal }) => {
      const scope = new CancellationScope();
      const begin = async () => {
        await untilRecorded(signal);
        if (isLocal) closeInbox();
        return scope.run(() => perform(input, currentReport()));
      };
      // Waits only for work that is stopping already: work that is left before it began must not wait for itself.
      const performing = (isNeverStopped ? Promise.resolve() : Promise.all(stopping)).then(begin);
      signal.addEventListener('abort', () => {
        const stopped: Promise<unknown> = performing.catch(() => undefined).finally(() => stopping.delete(stopped));
        stopping.add(stopped);
        scope.cancel();
      });
      return performing.catch((error: unknown) => {
        const fault = faultOf(error);
        if (fault === undefined) onBug(asError(error));
        // The run ends (job-key.ts). The state that clients read last stays in its search attributes.
        if ((fault?.type as string | undefined) === ROW_LOST) return new Promise<never>(() => undefined);
        // Plain data, which a snapshot can hold.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        return Promise.reject(fault ?? { type: 'Bug', message: 'A bug stopped this job.' });
      });
    });
  return { work, stopping };
}

/** The fault of a failed activity, for the machine; undefined for any other error. */
export function faultOf(error: unknown): Fault | undefined {
  if (isCancellation(error)) return { type: 'Cancelled', message: 'The work was cancelled.' };
  // A local activity fails with the failure itself, without an ActivityFailure around it.
  const failure = error instanceof ActivityFailure ? (error.cause ?? error) : error;
  if (!(failure instanceof TemporalFailure)) return undefined;
  const type = failure instanceof ApplicationFailure ? failure.type : undefined;
  return { type: (type ?? 'InternalFault') as FaultType, message: failure.message };
}

/** An error as it is, and anything else that was thrown as an error with its text. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
