import { assign, fromPromise, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { DOWNLOAD_TIMED_OUT } from './faults.ts';
import type { Fault, FaultType } from './faults.ts';
import { aroundParts, faultParams, jobEnds } from './job-ends.ts';
import { notProvided } from './not-provided.ts';
import type { SubscriberImportPolicy } from './subscriber-import-context.ts';

export interface SuppressedAddressImportInput {
  readonly importId: number;
  readonly policy: SubscriberImportPolicy;
}

export interface SuppressedAddressImportContext extends SuppressedAddressImportInput {
  readonly failedAttempts: number;
  /** Rows that have an outcome. */
  readonly imported: number;
  /** Null before the scan. */
  readonly total: number | null;
  /** Reason why the import failed or is stalled. */
  readonly error: string | null;
  readonly faultType: FaultType | null;
}

export type SuppressedAddressImportEvent =
  | { type: 'PAUSE' }
  | { type: 'UNPAUSE' }
  | { type: 'CANCEL' }
  | { type: 'RETRY' }
  | { type: 'FAIL'; reason: string }
  | { type: 'PROCEED' }
  | { type: 'ROWS_IMPORTED'; imported: number; total: number };

interface ImportReference {
  readonly importId: number;
}

const DOWNLOAD_ATTEMPTS = 3;

const suppressedAddressImportSetup = setup({
  types: {
    context: {} as SuppressedAddressImportContext,
    input: {} as SuppressedAddressImportInput,
    events: {} as SuppressedAddressImportEvent,
    tags: {} as 'checkpoint' | 'stalled' | 'ended',
  },
  actors: {
    takeTurn: fromPromise<void, ImportReference>(notProvided),
    fetchSource: fromPromise<void, ImportReference>(notProvided),
    scan: fromPromise<{ records: number }, ImportReference>(notProvided),
    importRanges: fromPromise<{ more: boolean }, ImportReference>(notProvided),
  },
  delays: {
    downloadWait: ({ context }) =>
      context.failedAttempts <= 1 ? context.policy.firstDownloadWaitMs : context.policy.secondDownloadWaitMs,
    downloadTimeout: ({ context }) => context.policy.downloadTimeoutMs,
  },
  guards: {
    hasMore: (_, { more }: { more: boolean }) => more,
    mayDownloadAgain: ({ context }, fault: Fault) =>
      context.failedAttempts < DOWNLOAD_ATTEMPTS - 1 && fault.type === 'DownloadFailed',
    isEnded: (_, fault: Fault) => fault.type === 'ImportEnded',
    isUnreadable: (_, fault: Fault) => fault.type === 'UnreadableSource' || fault.type === 'OutcomesMissing',
  },
  actions: {
    countFailedAttempt: assign({ failedAttempts: ({ context }) => context.failedAttempts + 1 }),
    rememberScan: assign((_, { records }: { records: number }) => ({ total: records })),
    countRows: assign((_, { imported, total }: { imported: number; total: number }) => ({ imported, total })),
    rememberFault: assign((_, fault: Fault) => ({ error: fault.message, faultType: fault.type })),
    forgetFault: assign({ error: null, faultType: null }),
  },
});

const FAULT = faultParams();
const ENDS = jobEnds('suppression');

/**
 * The import of suppressed addresses: what happens next, and nothing about how.
 *
 * - `idle` waits until the organization has fewer such imports running than its limit. An import keeps its turn until it ends, also
 *   while it is paused.
 * - `splitting` fetches the source, a URL in up to three attempts, and scans it: the number of records becomes known.
 * - `importing` suppresses the addresses of one range of the source after the other, in batches with a `checkpoint` between two of
 *   them. The ledger holds the ranges that are imported.
 * - `paused` keeps the state to return to. Leaving a state aborts its work; imported ranges stay. It is a `checkpoint`.
 * - `finished`, `failed` and `cancelled` are the end. They are tagged `ended` instead of being final, because a final machine would
 *   ignore what still commits while its work stops.
 *
 * Ranges that cannot be imported leave the job `stalled` until RETRY or FAIL. ROWS_IMPORTED is taken in every state, so that rows
 * imported while a pause was on its way are counted.
 */
export const suppressedAddressImportMachine = suppressedAddressImportSetup.createMachine({
  id: 'suppression',
  context: ({ input }) => ({ ...input, failedAttempts: 0, imported: 0, total: null, error: null, faultType: null }),
  initial: 'active',
  on: {
    ROWS_IMPORTED: { actions: { type: 'countRows', params: ({ event }) => event } },
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
            input: importOf,
            onDone: 'splitting',
            onError: [ENDS.cancelWithRow, ENDS.failWithFault],
          },
        },

        splitting: {
          initial: 'fetching',
          states: {
            fetching: {
              initial: 'attempting',
              after: {
                downloadTimeout: {
                  target: '#suppression.failed',
                  actions: { type: 'rememberFault', params: DOWNLOAD_TIMED_OUT },
                },
              },
              states: {
                attempting: {
                  invoke: {
                    src: 'fetchSource',
                    input: importOf,
                    onDone: '#suppression.active.splitting.scanning',
                    onError: [
                      {
                        guard: { type: 'mayDownloadAgain', ...FAULT },
                        target: 'waiting',
                        actions: 'countFailedAttempt',
                      },
                      ENDS.cancelWithRow,
                      ENDS.failWithFault,
                    ],
                  },
                },
                waiting: { after: { downloadWait: 'attempting' } },
              },
            },
            scanning: {
              invoke: {
                src: 'scan',
                input: importOf,
                onDone: {
                  target: '#suppression.active.importing',
                  actions: { type: 'rememberScan', params: ({ event }) => event.output },
                },
                onError: [ENDS.cancelWithRow, ENDS.failWithFault],
              },
            },
          },
        },

        importing: {
          initial: 'suppressing',
          states: {
            suppressing: {
              invoke: {
                src: 'importRanges',
                input: importOf,
                onDone: [
                  { guard: { type: 'hasMore', params: ({ event }) => event.output }, target: 'checkpoint' },
                  { target: '#suppression.finished' },
                ],
                onError: [
                  ENDS.cancelWithRow,
                  { guard: { type: 'isUnreadable', ...FAULT }, ...ENDS.failWithFault },
                  ENDS.stall,
                ],
              },
            },
            ...aroundParts('suppressing'),
          },
        },
      },
    },

    ...ENDS.states,
  },
});

export type SuppressedAddressImportSnapshot = SnapshotFrom<typeof suppressedAddressImportMachine>;

function importOf({ context }: { context: SuppressedAddressImportContext }): ImportReference {
  return { importId: context.importId };
}
