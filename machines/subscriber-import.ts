import { and } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { isOpen, todo } from './pieces.ts';
import type { Pieces } from './pieces.ts';
import {
  CANCEL_WITH_LIST,
  FAIL_BY_OPERATOR,
  FAIL_WITH_FAULT,
  FAIL_WITH_TIMEOUT,
  faultOf,
  STAGE_AGAIN,
} from './subscriber-import-faults.ts';
import { contextOf, subscriberImportSetup } from './subscriber-import-setup.ts';
import type { SubscriberImportContext, SubscriberImportInput } from './subscriber-import-setup.ts';

/** Pieces between two checkpoints: about 200 history events, far from the 10,000 where Temporal begins to warn. */
const BATCH_PIECES = 32;

/**
 * The subscriber import: what happens next, and nothing about how.
 *
 * - `scheduled` waits for `beginsAt`; nothing has been read yet.
 * - `queued` waits, unless the import is a small one, until fewer imports of its organization are under way than may be.
 *   An import keeps its turn until it ends, also while it is paused.
 * - `downloading` (url sources only) makes up to three attempts; it ends with the source in the file store.
 * - `splitting` scans (the number of records becomes known) and then stages every range of the source.
 * - `importing` admits (who fits under the organization's limit), merges every chunk, and settles what is left.
 * - `paused` remembers exactly where it was. Leaving a state aborts its work; entering it again starts the work again,
 *   and what the ledger already holds is answered from there.
 * - `finished`, `failed` and `cancelled` are the end and take no command but one. They are tagged `over` instead of being
 *   final, because a final machine would be deaf to what still commits while its work stops.
 * - `failed` takes RESTART: the import is reopened and goes its way once more, from the beginning and with counters at
 *   nothing, and each piece that the ledger holds is answered from there.
 *
 * Pieces go in batches with a `checkpoint` between two of them: nothing is in flight there, so the host may continue as
 * new, or send PROCEED. A piece that cannot be done is parked and the rest goes on; then the job is `stalled` until
 * RETRY, SKIP_CHUNK or FAIL. Facts (RANGE_STAGED, CHUNK_MERGED, …) are taken in every state, so that a piece which
 * committed while a pause or a cancel was on its way is counted, and counted once.
 */
export const subscriberImportMachine = subscriberImportSetup.createMachine({
  id: 'import',
  context: ({ input }) => contextOf(input),
  initial: 'active',
  on: {
    RANGE_STAGED: {
      guard: ({ context, event }) => isOpen(context.ranges, event.number),
      actions: { type: 'countRange', params: ({ event }) => event },
    },
    RANGE_PARKED: {
      guard: ({ context, event }) => isOpen(context.ranges, event.number),
      actions: { type: 'parkRange', params: ({ event }) => event },
    },
    CHUNK_MERGED: {
      guard: ({ context, event }) => isOpen(context.chunks, event.number),
      actions: { type: 'countChunk', params: ({ event }) => event },
    },
    CHUNK_PARKED: {
      guard: ({ context, event }) => isOpen(context.chunks, event.number),
      actions: { type: 'parkChunk', params: ({ event }) => event },
    },
  },
  states: {
    active: {
      initial: 'scheduled',
      on: {
        PAUSE: 'paused',
        CANCEL: 'cancelled',
        FAIL: FAIL_BY_OPERATOR,
      },
      states: {
        remembered: { type: 'history', history: 'deep' },

        restarting: {
          invoke: { src: 'reopen', input: importOf, onDone: 'scheduled', onError: FAIL_WITH_FAULT },
        },

        scheduled: {
          always: [
            { guard: and(['beginsAtOnce', 'waitsForTurn']), target: 'queued' },
            { guard: and(['beginsAtOnce', 'isUrl']), target: 'downloading' },
            { guard: 'beginsAtOnce', target: 'splitting' },
          ],
          after: {
            untilBegin: [
              { guard: 'waitsForTurn', target: 'queued' },
              { guard: 'isUrl', target: 'downloading' },
              { target: 'splitting' },
            ],
          },
        },

        queued: {
          invoke: {
            src: 'takeTurn',
            input: importOf,
            onDone: [{ guard: 'isUrl', target: 'downloading' }, { target: 'splitting' }],
            onError: FAIL_WITH_FAULT,
          },
        },

        downloading: {
          initial: 'attempting',
          after: { downloadTimeout: FAIL_WITH_TIMEOUT },
          states: {
            attempting: {
              invoke: {
                src: 'download',
                input: importOf,
                onDone: '#import.active.splitting',
                onError: [
                  {
                    guard: { type: 'mayDownloadAgain', params: ({ event }) => faultOf(event) },
                    target: 'waiting',
                    actions: 'countFailedAttempt',
                  },
                  FAIL_WITH_FAULT,
                ],
              },
            },
            waiting: { after: { downloadWait: 'attempting' } },
          },
        },

        splitting: {
          initial: 'scanning',
          states: {
            scanning: {
              invoke: {
                src: 'scan',
                input: importOf,
                onDone: { target: 'staging', actions: { type: 'rememberScan', params: ({ event }) => event.output } },
                onError: FAIL_WITH_FAULT,
              },
            },
            staging: {
              invoke: {
                src: 'stageRanges',
                input: ({ context }) => batchOf(context, context.ranges),
                onDone: [
                  { guard: 'hasMoreRanges', target: 'checkpoint' },
                  { guard: 'hasParkedRanges', target: 'stalled' },
                  { target: '#import.active.importing' },
                ],
                onError: [STAGE_AGAIN, FAIL_WITH_FAULT],
              },
            },
            checkpoint: { tags: 'checkpoint', on: { PROCEED: 'staging' } },
            stalled: {
              tags: 'stalled',
              on: {
                RETRY: { target: 'staging', actions: 'retryRanges' },
                SKIP_CHUNK: { target: 'skipping', actions: 'giveUpRange' },
              },
            },
            skipping: {
              invoke: {
                src: 'skipRange',
                input: givenUpOf,
                onDone: [{ guard: 'hasParkedRanges', target: 'stalled' }, { target: '#import.active.importing' }],
                onError: [STAGE_AGAIN, { target: 'stalled' }],
              },
            },
            resetting: {
              invoke: {
                src: 'resetStaging',
                input: importOf,
                onDone: { target: 'staging', actions: 'forgetRanges' },
                onError: FAIL_WITH_FAULT,
              },
            },
          },
        },

        importing: {
          initial: 'preparing',
          states: {
            preparing: { always: [{ guard: 'isLimited', target: 'admitting' }, { target: 'merging' }] },
            admitting: {
              invoke: {
                src: 'admit',
                input: importOf,
                onDone: 'merging',
                onError: [STAGE_AGAIN, FAIL_WITH_FAULT],
              },
            },
            merging: {
              invoke: {
                src: 'mergeChunks',
                input: ({ context }) => batchOf(context, context.chunks),
                onDone: [
                  { guard: 'hasMoreChunks', target: 'checkpoint' },
                  { guard: 'hasParkedChunks', target: 'stalled' },
                  { target: 'merged' },
                ],
                onError: [STAGE_AGAIN, CANCEL_WITH_LIST, FAIL_WITH_FAULT],
              },
            },
            checkpoint: { tags: 'checkpoint', on: { PROCEED: 'merging' } },
            stalled: {
              tags: 'stalled',
              on: {
                RETRY: { target: 'merging', actions: 'retryChunks' },
                SKIP_CHUNK: { target: 'skipping', actions: 'giveUpChunk' },
              },
            },
            skipping: {
              invoke: {
                src: 'skipChunk',
                input: givenUpOf,
                onDone: [{ guard: 'hasParkedChunks', target: 'stalled' }, { target: 'merged' }],
                onError: [STAGE_AGAIN, { target: 'stalled' }],
              },
            },
            merged: { always: [{ guard: 'hasToSettle', target: 'settling' }, { target: '#import.finished' }] },
            settling: {
              invoke: {
                src: 'settle',
                input: importOf,
                onDone: '#import.finished',
                onError: [STAGE_AGAIN, FAIL_WITH_FAULT],
              },
            },
          },
        },
      },
    },

    paused: {
      on: {
        UNPAUSE: 'active.remembered',
        CANCEL: 'cancelled',
        FAIL: FAIL_BY_OPERATOR,
      },
    },

    finished: { tags: 'over' },
    failed: { tags: 'over', on: { RESTART: { target: 'active.restarting', actions: 'beginAgain' } } },
    cancelled: { tags: 'over' },
  },
});

export type SubscriberImportSnapshot = SnapshotFrom<typeof subscriberImportMachine>;

/** The persisted snapshot of an import that has failed and of which the ledger alone remembers the rest. */
export function failedSubscriberImport(input: SubscriberImportInput) {
  const failed = subscriberImportMachine.resolveState({ value: 'failed', context: contextOf(input) });
  return subscriberImportMachine.getPersistedSnapshot(failed);
}

function importOf({ context }: { context: SubscriberImportContext }): { importId: number } {
  return { importId: context.importId };
}

function batchOf(context: SubscriberImportContext, pieces: Pieces) {
  const rows = Math.round((context.records ?? 0) / Math.max(1, pieces.total));
  return { ...importOf({ context }), numbers: todo(pieces, BATCH_PIECES), total: pieces.total, rows };
}

function givenUpOf({ context }: { context: SubscriberImportContext }) {
  return { importId: context.importId, ...(context.givenUp ?? { number: -1, reason: '' }) };
}
