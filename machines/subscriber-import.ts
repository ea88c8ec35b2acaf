import { and } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { isOpen } from './tasks.ts';
import { faultOf } from './faults.ts';
import { importing } from './subscriber-import-importing.ts';
import { contextOf } from './subscriber-import-context.ts';
import {
  FAIL_BY_OPERATOR,
  FAIL_WITH_FAULT,
  FAIL_WITH_TIMEOUT,
  STAGE_AGAIN,
  subscriberImportSetup,
} from './subscriber-import-setup.ts';
import type { SubscriberImportInput } from './subscriber-import-context.ts';
import { batchOf, givenUpOf, importOf, sizedImportOf } from './subscriber-import-tasks.ts';

/**
 * The subscriber import: what happens next, and nothing about how.
 *
 * - `scheduled` waits for `beginsAt`; nothing has been read yet.
 * - `inline` (small imports only) tries to do the whole import in one local activity, within one workflow task. What it
 *   leaves undone goes on in `splitting`.
 * - `queued` waits, unless the import is small, until the organization has fewer imports running than its limit. An
 *   import keeps its turn until it ends, also while it is paused.
 * - `downloading` (url sources only) makes up to three attempts; it ends with the source in the file store.
 * - `splitting` scans (the number of records becomes known) and then stages every range of the source.
 * - `importing` admits (who fits under the organization's limit), merges every chunk, settles what is left, and balances:
 *   an import whose records do not all have an outcome fails.
 * - `paused` keeps the state to return to. Leaving a state aborts its work; entering it again starts the work again, and
 *   the ledger returns the recorded result of each task that is complete.
 * - `guarded` is a pause by a guard, before more records fail or more subscribers are deactivated than may. UNPAUSE
 *   overrules the guard and goes back; the guard does not ask again.
 * - `finished`, `failed` and `cancelled` are the end and take no command but one. They are tagged `ended` instead of being
 *   final, because a final machine would ignore a task that still commits while its work stops.
 * - `failed` takes RESTART: the import is reopened and starts from the beginning, with counters at 0. The ledger returns
 *   the results of the tasks that were complete.
 *
 * A worker may finish a small import and die before the workflow knows. The next worker takes commands first that came in between: `paused`
 * and `cancelled` take FOUND_FINISHED, which the record of their state answers with.
 *
 * Tasks run in batches with a `checkpoint` between two of them: nothing is in flight there, so the host may continue as
 * new, or send PROCEED. A pause is a checkpoint too, so that a client may pause and unpause without end. A task that fails by itself is parked and the rest goes on; then the job is `stalled` until
 * RETRY, SKIP_CHUNK or FAIL. Results (RANGE_STAGED, CHUNK_MERGED, …) are taken in every state, so that a task which
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
    RANGE_FAILED: {
      guard: { type: 'parksRange', params: ({ event }) => event },
      actions: { type: 'parkRange', params: ({ event }) => event },
    },
    CHUNK_MERGED: {
      guard: ({ context, event }) => isOpen(context.chunks, event.number),
      actions: { type: 'countChunk', params: ({ event }) => event },
    },
    CHUNK_FAILED: {
      guard: { type: 'parksChunk', params: ({ event }) => event },
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
            { guard: and(['beginsNow', 'waitsForTurn']), target: 'queued' },
            { guard: and(['beginsNow', 'isUrl']), target: 'downloading' },
            { guard: and(['beginsNow', 'isSmall']), target: 'inline' },
            { guard: 'beginsNow', target: 'splitting' },
          ],
          after: {
            untilBegin: [
              { guard: 'waitsForTurn', target: 'queued' },
              { guard: 'isUrl', target: 'downloading' },
              { guard: 'isSmall', target: 'inline' },
              { target: 'splitting' },
            ],
          },
        },

        inline: {
          tags: 'brief',
          invoke: {
            src: 'importInline',
            input: importOf,
            onDone: [
              {
                guard: { type: 'isDoneInline', params: ({ event }) => event.output },
                target: 'importing.mergedInline',
                actions: [
                  { type: 'rememberScan', params: ({ event }) => event.output.scan },
                  { type: 'rememberInline', params: ({ event }) => event.output },
                ],
              },
              {
                target: 'splitting.staging',
                actions: { type: 'rememberScan', params: ({ event }) => event.output.scan },
              },
            ],
            // Done again task by task, which finds the same fault and decides about it.
            onError: 'splitting',
          },
        },

        queued: {
          invoke: {
            src: 'takeTurn',
            input: importOf,
            onDone: [
              {
                guard: 'isUrl',
                target: 'downloading',
                actions: { type: 'rememberTurn', params: ({ event }) => event.output },
              },
              { target: 'splitting', actions: { type: 'rememberTurn', params: ({ event }) => event.output } },
            ],
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
                input: sizedImportOf,
                onDone: { target: 'staging', actions: { type: 'rememberScan', params: ({ event }) => event.output } },
                onError: FAIL_WITH_FAULT,
              },
            },
            staging: {
              invoke: {
                src: 'stageRanges',
                input: ({ context }) => batchOf(context, context.ranges),
                onDone: [
                  { guard: 'hasTooManyFailed', target: '#import.guarded.failed', actions: 'rememberFailedReason' },
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

        importing,
      },
    },

    paused: {
      tags: 'checkpoint',
      on: {
        FOUND_FINISHED: 'finished',
        UNPAUSE: 'active.remembered',
        CANCEL: 'cancelled',
        FAIL: FAIL_BY_OPERATOR,
      },
    },

    guarded: {
      initial: 'failed',
      tags: 'checkpoint',
      exit: 'forgetReason',
      on: {
        CANCEL: 'cancelled',
        FAIL: FAIL_BY_OPERATOR,
      },
      states: {
        failed: {
          on: {
            UNPAUSE: { target: '#import.active.remembered', actions: { type: 'overrule', params: 'failed' as const } },
          },
        },
        deactivated: {
          on: {
            UNPAUSE: {
              target: '#import.active.remembered',
              actions: { type: 'overrule', params: 'deactivated' as const },
            },
          },
        },
      },
    },

    finished: { tags: 'ended' },
    failed: { tags: 'ended', on: { RESTART: { target: 'active.restarting', actions: 'beginAgain' } } },
    cancelled: { tags: 'ended', on: { FOUND_FINISHED: 'finished' } },
  },
});

export type SubscriberImportSnapshot = SnapshotFrom<typeof subscriberImportMachine>;

/** The persisted snapshot of an import that has failed and of which the ledger alone remembers the rest. */
export function failedSubscriberImport(input: SubscriberImportInput) {
  const failed = subscriberImportMachine.resolveState({ value: 'failed', context: contextOf(input) });
  return subscriberImportMachine.getPersistedSnapshot(failed);
}
