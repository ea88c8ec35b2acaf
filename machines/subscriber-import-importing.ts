import { and } from 'xstate';
import {
  CANCEL_WITH_LIST,
  FAIL_WITH_FAULT,
  PAUSE_BY_GUARD,
  STAGE_AGAIN,
  subscriberImportSetup,
} from './subscriber-import-setup.ts';
import { countedBalance } from './subscriber-import-context.ts';
import { chunksOf, givenUpOf, importOf } from './subscriber-import-tasks.ts';

/** The state `importing`: from the first chunk to the balance. */
export const importing = subscriberImportSetup.createStateConfig({
  initial: 'preparing',
  states: {
    preparing: {
      always: [
        { guard: 'hasTooManyFailed', target: '#import.guarded.failed', actions: 'rememberFailedReason' },
        { guard: 'isLimited', target: 'admitting' },
        { target: 'merging' },
      ],
    },
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
        input: ({ context }) => chunksOf(context),
        onDone: [
          { guard: 'hasMoreChunks', target: 'checkpoint' },
          { guard: 'hasParkedChunks', target: 'stalled' },
          { target: 'merged' },
        ],
        onError: [STAGE_AGAIN, PAUSE_BY_GUARD, CANCEL_WITH_LIST, FAIL_WITH_FAULT],
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
    merged: {
      always: [
        { guard: and(['hasToSettle', 'hasChecks']), target: 'counting' },
        { guard: 'hasToSettle', target: 'settling' },
        { target: 'handled' },
      ],
    },
    // One range and one chunk, whose ledger entries the inline work has just returned.
    mergedInline: {
      always: [
        { guard: 'hasToSettle', target: 'merged' },
        {
          guard: { type: 'isBalanced', params: ({ context }) => countedBalance(context) },
          target: '#import.finished',
        },
        {
          target: '#import.failed',
          actions: { type: 'rememberImbalance', params: ({ context }) => countedBalance(context) },
        },
      ],
    },
    counting: {
      invoke: {
        src: 'countAbsent',
        input: importOf,
        onDone: [
          {
            guard: { type: 'deactivatesTooMany', params: ({ event }) => event.output },
            target: '#import.guarded.deactivated',
            actions: { type: 'rememberAbsentReason', params: ({ event }) => event.output },
          },
          { target: 'settling' },
        ],
        onError: [STAGE_AGAIN, FAIL_WITH_FAULT],
      },
    },
    settling: {
      invoke: {
        src: 'settle',
        input: importOf,
        onDone: 'handled',
        onError: [STAGE_AGAIN, FAIL_WITH_FAULT],
      },
    },
    handled: { always: [{ guard: 'hasChecks', target: 'balancing' }, { target: '#import.finished' }] },
    balancing: {
      invoke: {
        src: 'balance',
        input: importOf,
        onDone: [
          {
            guard: { type: 'isBalanced', params: ({ event }) => event.output },
            target: '#import.finished',
          },
          {
            target: '#import.failed',
            actions: { type: 'rememberImbalance', params: ({ event }) => event.output },
          },
        ],
        onError: FAIL_WITH_FAULT,
      },
    },
  },
});
