import { CancellationScope, condition } from '@temporalio/workflow';
import type { UpdateJobAttributes } from './job-attributes.ts';
import type { JobView } from './messages.ts';
import { SEARCH_ATTRIBUTES } from './names.ts';

/** Writes the state of a job to the database and to its search attributes. */
export interface Recorder<View extends JobView> {
  readonly note: (view: View) => void;
  readonly isIdle: () => boolean;
  /** Whether a record is under way or about to begin, and does not wait until a brief state is left. */
  readonly isWriting: () => boolean;
}

/** Records changes of state, health or error, and commands, one at a time; of several that wait, only the latest. */
export function createRecorder<View extends JobView>(target: {
  updateAttributes: UpdateJobAttributes;
  healthOf(view: View): string;
  /** Commands that the recording counts as a change. */
  commandsTaken(): number;
  record(view: View): Promise<void>;
  /** Whether recording waits, since the present state may be left within the workflow task. */
  isDeferred(): boolean;
  /** Whether the search attributes wait as well. */
  readonly defersAttributes: boolean;
  onError(error: unknown): void;
}): Recorder<View> {
  let last = '';
  let waiting: View | undefined;
  let busy = false;
  let isWriting = false;
  /** The view that the search attributes show. */
  let shown: View | undefined;

  const show = (view: View) => {
    shown = view;
    target.updateAttributes([
      { key: SEARCH_ATTRIBUTES.jobState, value: view.state },
      { key: SEARCH_ATTRIBUTES.jobHealth, value: target.healthOf(view) },
    ]);
  };
  const drain = async () => {
    busy = true;
    while (waiting !== undefined) {
      if (target.isDeferred()) await condition(() => !target.isDeferred());
      const view: View = waiting;
      waiting = undefined;
      if (shown !== view) show(view);
      isWriting = true;
      await target.record(view);
      isWriting = false;
    }
    busy = false;
  };

  return {
    note: (view) => {
      const change = JSON.stringify([view.state, view.health, view.error_message, target.commandsTaken()]);
      if (change === last) return;
      last = change;
      if (!target.defersAttributes || !target.isDeferred()) show(view);
      waiting = view;
      // A signal handler runs in the workflow's own scope; its cancellation must not end the recording.
      if (!busy) CancellationScope.nonCancellable(drain).catch((error: unknown) => target.onError(error));
    },
    isIdle: () => !busy,
    isWriting: () => isWriting || (busy && !target.isDeferred()),
  };
}
