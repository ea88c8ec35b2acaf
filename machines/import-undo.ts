import { assign, fromPromise, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { Fault as AnyFault, FaultType } from './faults.ts';
import { aroundParts, faultParams, jobEnds } from './job-ends.ts';
import { notProvided } from './not-provided.ts';

export interface ImportUndoInput {
  readonly undoId: number;
}

export interface ImportUndoContext extends ImportUndoInput {
  /** Subscribers that have an outcome. */
  readonly undone: number;
  /** Subscribers of the import; null before the first slice. */
  readonly total: number | null;
  /** Reason why the undo failed or is stalled. */
  readonly error: string | null;
  readonly faultType: FaultType | ImportUndoFaultType | null;
}

export type ImportUndoEvent =
  | { type: 'PAUSE' }
  | { type: 'UNPAUSE' }
  | { type: 'CANCEL' }
  | { type: 'RETRY' }
  | { type: 'FAIL'; reason: string }
  | { type: 'PROCEED' }
  | { type: 'SUBSCRIBERS_UNDONE'; undone: number; total: number };

interface UndoReference {
  readonly undoId: number;
}

/** Types of faults that only an undo has. Recorded histories have them, so none is renamed. */
export type ImportUndoFaultType =
  /** The row of the undo ended while its workflow was running. */
  | 'UndoEnded'
  /** The import cannot be undone any more. */
  | 'UndoImpossible';

type Fault = AnyFault<FaultType | ImportUndoFaultType>;

const importUndoSetup = setup({
  types: {
    context: {} as ImportUndoContext,
    input: {} as ImportUndoInput,
    events: {} as ImportUndoEvent,
    tags: {} as 'checkpoint' | 'stalled' | 'ended',
  },
  actors: {
    takeTurn: fromPromise<void, UndoReference>(notProvided),
    undoSlices: fromPromise<{ more: boolean }, UndoReference>(notProvided),
  },
  guards: {
    hasMore: (_, { more }: { more: boolean }) => more,
    isEnded: (_, fault: Fault) => fault.type === 'UndoEnded' || fault.type === 'ListDeleted',
    isImpossible: (_, fault: Fault) => fault.type === 'UndoImpossible',
  },
  actions: {
    countSubscribers: assign((_, { undone, total }: { undone: number; total: number }) => ({ undone, total })),
    rememberFault: assign((_, fault: Fault) => ({ error: fault.message, faultType: fault.type })),
    forgetFault: assign({ error: null, faultType: null }),
  },
});

const FAULT = faultParams<ImportUndoFaultType>();
const ENDS = jobEnds<ImportUndoFaultType>('undo');

/**
 * The undo of a subscriber import: what happens next, and nothing about how.
 *
 * - `idle` waits until the organization has fewer undos running than its limit. An undo keeps its turn until it ends, also while it is
 *   paused.
 * - `undoing` undoes one slice of the import after the other, the last one first, in batches with a `checkpoint` between two of them. The
 *   ledger holds the slices that are undone. A dry run counts the same and writes no subscriber.
 * - `paused` keeps the state to return to. Leaving a state aborts its work; slices that are undone stay so. It is a `checkpoint`.
 * - `finished`, `failed` and `cancelled` are the end. They are tagged `ended` instead of being final, because a final machine would
 *   ignore what still commits while its work stops.
 *
 * Slices that cannot be undone leave the job `stalled` until RETRY or FAIL; an import that cannot be undone fails it. SUBSCRIBERS_UNDONE is
 * taken in every state, so that what was undone while a pause was on its way is counted.
 */
export const importUndoMachine = importUndoSetup.createMachine({
  id: 'undo',
  context: ({ input }) => ({ ...input, undone: 0, total: null, error: null, faultType: null }),
  initial: 'active',
  on: {
    SUBSCRIBERS_UNDONE: { actions: { type: 'countSubscribers', params: ({ event }) => event } },
  },
  states: {
    active: {
      initial: 'idle',
      on: { PAUSE: 'paused', CANCEL: 'cancelled', FAIL: ENDS.failByOperator },
      states: {
        remembered: { type: 'history', history: 'deep' },

        idle: {
          invoke: {
            src: 'takeTurn',
            input: undoOf,
            onDone: 'undoing',
            onError: [ENDS.cancelWithRow, ENDS.failWithFault],
          },
        },

        undoing: {
          initial: 'working',
          states: {
            working: {
              invoke: {
                src: 'undoSlices',
                input: undoOf,
                onDone: [
                  { guard: { type: 'hasMore', params: ({ event }) => event.output }, target: 'checkpoint' },
                  { target: '#undo.finished' },
                ],
                onError: [
                  ENDS.cancelWithRow,
                  { guard: { type: 'isImpossible', ...FAULT }, ...ENDS.failWithFault },
                  ENDS.stall,
                ],
              },
            },
            ...aroundParts('working'),
          },
        },
      },
    },

    ...ENDS.states,
  },
});

export type ImportUndoSnapshot = SnapshotFrom<typeof importUndoMachine>;

function undoOf({ context }: { context: ImportUndoContext }): UndoReference {
  return { undoId: context.undoId };
}
