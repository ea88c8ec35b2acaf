import { assign, fromPromise, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { aroundParts } from './job-ends.ts';
import { notProvided } from './not-provided.ts';

export interface ListDeletionInput {
  readonly mailingListId: number;
}

export interface ListDeletionContext extends ListDeletionInput {
  /** Workflow ids of cancelled jobs that have not ended yet; absent in snapshots of older versions. */
  readonly jobs?: readonly string[];
  /** Number of times that these jobs were polled. */
  readonly looks: number;
  readonly deleted: number;
  readonly total: number | null;
  readonly error: string | null;
}

export type ListDeletionEvent =
  | { type: 'PAUSE' }
  | { type: 'UNPAUSE' }
  | { type: 'RETRY' }
  | { type: 'PROCEED' }
  | { type: 'SUBSCRIBERS_DELETED'; deleted: number; total: number };

interface ListReference {
  readonly mailingListId: number;
}

const FIRST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 10_000;

const listDeletionSetup = setup({
  types: {
    context: {} as ListDeletionContext,
    input: {} as ListDeletionInput,
    events: {} as ListDeletionEvent,
    tags: {} as 'checkpoint' | 'stalled' | 'ended',
  },
  actors: {
    cancelJobs: fromPromise<{ jobs: readonly string[] }, ListReference & { asked: readonly string[] }>(notProvided),
    deleteSubscribers: fromPromise<{ more: boolean }, ListReference>(notProvided),
    purgeList: fromPromise<void, ListReference>(notProvided),
  },
  delays: {
    nextLook: ({ context }) => Math.min(LONGEST_LOOK_MS, FIRST_LOOK_MS * 2 ** (context.looks - 1)),
  },
  guards: {
    isLeft: (_, { jobs }: { jobs: readonly string[] }) => jobs.length > 0,
    hasMore: (_, { more }: { more: boolean }) => more,
  },
  actions: {
    rememberJobs: assign(({ context }, { jobs }: { jobs: readonly string[] }) => ({
      jobs,
      looks: context.looks + 1,
    })),
    countDeleted: assign((_, { deleted, total }: { deleted: number; total: number }) => ({ deleted, total })),
    rememberFault: assign((_, { error }: { error: unknown }) => ({
      error: (error as { message?: string }).message ?? 'An internal error occurred.',
    })),
    forgetFault: assign({ error: null }),
  },
});

const STALL = { target: 'stalled', actions: { type: 'rememberFault', params: faultOf } } as const;

/**
 * The deletion of a mailing list, after the list was marked deleted and hidden.
 *
 * - `cancelling_jobs` cancels every unfinished job of the list and polls them, with growing intervals, until all have
 *   ended: then nothing writes to the list.
 * - `deleting_subscribers` deletes the subscribers in batches with a `checkpoint` between two of them, and then deletes
 *   what else is stored about them.
 * - `paused` keeps the state to return to. Leaving a state aborts its work; what is deleted stays deleted, and the ledger
 *   holds the position. It is a `checkpoint`.
 * - `finished` is the only end. A confirmed deletion takes neither CANCEL nor FAIL: the client was promised that the whole
 *   list is deleted. Work that fails leaves the job `stalled` until RETRY.
 */
export const listDeletionMachine = listDeletionSetup.createMachine({
  id: 'deletion',
  context: ({ input }) => ({ ...input, jobs: [], looks: 0, deleted: 0, total: null, error: null }),
  initial: 'active',
  on: {
    SUBSCRIBERS_DELETED: { actions: { type: 'countDeleted', params: ({ event }) => event } },
  },
  states: {
    active: {
      initial: 'cancelling_jobs',
      on: { PAUSE: 'paused' },
      states: {
        remembered: { type: 'history', history: 'deep' },

        cancelling_jobs: {
          initial: 'cancelling',
          states: {
            cancelling: {
              invoke: {
                src: 'cancelJobs',
                input: ({ context }) => ({ ...listOf({ context }), asked: context.jobs ?? [] }),
                onDone: [
                  {
                    guard: { type: 'isLeft', params: ({ event }) => event.output },
                    target: 'waiting',
                    actions: { type: 'rememberJobs', params: ({ event }) => event.output },
                  },
                  {
                    target: '#deletion.active.deleting_subscribers',
                    actions: { type: 'rememberJobs', params: ({ event }) => event.output },
                  },
                ],
                onError: STALL,
              },
            },
            waiting: { after: { nextLook: 'checkpoint' } },
            ...aroundParts('cancelling'),
          },
        },

        deleting_subscribers: {
          initial: 'deleting',
          states: {
            deleting: {
              invoke: {
                src: 'deleteSubscribers',
                input: listOf,
                onDone: [
                  { guard: { type: 'hasMore', params: ({ event }) => event.output }, target: 'checkpoint' },
                  { target: 'purging' },
                ],
                onError: STALL,
              },
            },
            checkpoint: { tags: 'checkpoint', on: { PROCEED: 'deleting' } },
            purging: { invoke: { src: 'purgeList', input: listOf, onDone: '#deletion.finished', onError: STALL } },
            stalled: { tags: 'stalled', on: { RETRY: { target: 'deleting', actions: 'forgetFault' } } },
          },
        },
      },
    },

    paused: { tags: 'checkpoint', on: { UNPAUSE: 'active.remembered' } },

    finished: { tags: 'ended' },
  },
});

export type ListDeletionSnapshot = SnapshotFrom<typeof listDeletionMachine>;

function listOf({ context }: { context: ListDeletionContext }): ListReference {
  return { mailingListId: context.mailingListId };
}

function faultOf({ event }: { event: { error: unknown } }): { error: unknown } {
  return { error: event.error };
}
