import { assign, fromPromise, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { Fault as AnyFault, FaultType } from './faults.ts';
import { aroundParts, faultParams, jobEnds } from './job-ends.ts';
import { notProvided } from './not-provided.ts';

export interface SubscriberExportInput {
  readonly exportId: number;
}

export interface SubscriberExportContext extends SubscriberExportInput {
  /** Rows in the parts that are written. */
  readonly exported: number;
  /** Rows of the snapshot; null before there is one. */
  readonly total: number | null;
  /** Reason why the export failed or is stalled. */
  readonly error: string | null;
  /** The type of the fault that `error` describes; absent in older snapshots. */
  readonly faultType?: FaultType | SubscriberExportFaultType | null;
}

export type SubscriberExportEvent =
  | { type: 'PAUSE' }
  | { type: 'UNPAUSE' }
  | { type: 'CANCEL' }
  | { type: 'RETRY' }
  | { type: 'FAIL'; reason: string }
  | { type: 'PROCEED' }
  | { type: 'ROWS_EXPORTED'; exported: number; total: number };

interface ExportReference {
  readonly exportId: number;
}

/** Types of faults that only an export has. Recorded histories have them, so none is renamed. */
export type SubscriberExportFaultType =
  /** The row of the export ended while its workflow was running. */
  | 'ExportEnded'
  /** The file exceeds the space left to the organization. */
  | 'ExportTooLarge'
  /** The parts of the file have a different number of rows than the snapshot. */
  | 'RowsMissing';

type Fault = AnyFault<FaultType | SubscriberExportFaultType>;

const subscriberExportSetup = setup({
  types: {
    context: {} as SubscriberExportContext,
    input: {} as SubscriberExportInput,
    events: {} as SubscriberExportEvent,
    tags: {} as 'checkpoint' | 'stalled' | 'ended',
  },
  actors: {
    takeTurn: fromPromise<void, ExportReference>(notProvided),
    takeSnapshot: fromPromise<{ rows: number }, ExportReference>(notProvided),
    writeParts: fromPromise<{ more: boolean }, ExportReference>(notProvided),
  },
  guards: {
    hasMore: (_, { more }: { more: boolean }) => more,
    isSnapshotLost: (_, fault: Fault) => fault.type === 'StagingLost',
    isEnded: (_, fault: Fault) => fault.type === 'ExportEnded',
  },
  actions: {
    rememberSnapshot: assign((_, { rows }: { rows: number }) => ({ exported: 0, total: rows })),
    forgetSnapshot: assign({ exported: 0, total: null }),
    countRows: assign((_, { exported, total }: { exported: number; total: number }) => ({ exported, total })),
    rememberFault: assign((_, fault: Fault) => ({ error: fault.message, faultType: fault.type })),
    forgetFault: assign({ error: null, faultType: null }),
  },
});

const FAULT = faultParams<SubscriberExportFaultType>();
const ENDS = jobEnds<SubscriberExportFaultType>('export');

/**
 * The export of a mailing list's subscribers: what happens next, and nothing about how.
 *
 * - `idle` waits until the organization has fewer exports running than its limit. An export keeps its turn until it ends,
 *   also while it is paused.
 * - `estimating` takes the snapshot: the subscribers at one moment. The number of rows is known afterwards.
 * - `exporting` writes the snapshot into the parts of the file, in batches with a `checkpoint` between two of them.
 *   If Postgres crashed and lost the snapshot, the export takes a new one and starts the file again.
 * - `paused` keeps the state to return to. Leaving a state aborts its work; written parts stay. It is a `checkpoint`.
 * - `finished`, `failed` and `cancelled` are the end. They are tagged `ended` instead of being final, because a final
 *   machine would ignore what still commits while its work stops.
 *
 * Parts that cannot be written leave the job `stalled` until RETRY or FAIL. ROWS_EXPORTED is taken in every state, so
 * that rows written while a pause was on its way are counted.
 */
export const subscriberExportMachine = subscriberExportSetup.createMachine({
  id: 'export',
  context: ({ input }) => ({ ...input, exported: 0, total: null, error: null, faultType: null }),
  initial: 'active',
  on: {
    ROWS_EXPORTED: { actions: { type: 'countRows', params: ({ event }) => event } },
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
            input: exportOf,
            onDone: 'estimating',
            onError: [ENDS.cancelWithRow, ENDS.failWithFault],
          },
        },

        estimating: {
          invoke: {
            src: 'takeSnapshot',
            input: exportOf,
            onDone: { target: 'exporting', actions: { type: 'rememberSnapshot', params: ({ event }) => event.output } },
            onError: [ENDS.cancelWithRow, ENDS.failWithFault],
          },
        },

        exporting: {
          initial: 'writing',
          states: {
            writing: {
              invoke: {
                src: 'writeParts',
                input: exportOf,
                onDone: [
                  { guard: { type: 'hasMore', params: ({ event }) => event.output }, target: 'checkpoint' },
                  { target: '#export.finished' },
                ],
                onError: [
                  {
                    guard: { type: 'isSnapshotLost', ...FAULT },
                    target: '#export.active.estimating',
                    actions: 'forgetSnapshot',
                  },
                  ENDS.cancelWithRow,
                  ENDS.stall,
                ],
              },
            },
            ...aroundParts('writing'),
          },
        },
      },
    },

    ...ENDS.states,
  },
});

export type SubscriberExportSnapshot = SnapshotFrom<typeof subscriberExportMachine>;

function exportOf({ context }: { context: SubscriberExportContext }): ExportReference {
  return { exportId: context.exportId };
}
