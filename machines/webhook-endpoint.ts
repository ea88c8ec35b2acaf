import { assign, fromPromise, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { faultOf } from './faults.ts';
import { notProvided } from './not-provided.ts';

export interface WebhookEndpointInput {
  readonly endpointId: number;
}

/** The result of one round of deliveries. */
export interface DeliveryRound {
  readonly delivered: number;
  readonly failed: number;
  /** Whether events wait for the endpoint. */
  readonly hasMore: boolean;
  /** Whether every attempt has failed for the time of retries. */
  readonly isExhausted: boolean;
}

export interface WebhookEndpointContext extends WebhookEndpointInput {
  /** Rounds since the last one that delivered an event. */
  readonly failedRounds: number;
  /** Whether events were recorded during the round under way, which may not have seen them. */
  readonly hasNewEvents: boolean;
  /** Reason why the deliveries are stalled; absent in snapshots of older versions. */
  readonly error?: string | null;
}

/** `RETRY`: the endpoint was changed, or an event is to be delivered again. */
export type WebhookEndpointEvent = { type: 'EVENTS_RECORDED' } | { type: 'RETRY' } | { type: 'PROCEED' };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 3_600_000;

const webhookEndpointSetup = setup({
  types: {
    context: {} as WebhookEndpointContext,
    input: {} as WebhookEndpointInput,
    events: {} as WebhookEndpointEvent,
    tags: {} as 'checkpoint' | 'stalled' | 'ended',
  },
  actors: {
    deliver: fromPromise<DeliveryRound, WebhookEndpointInput>(notProvided),
    disable: fromPromise<void, WebhookEndpointInput>(notProvided),
  },
  delays: {
    backOff: ({ context }) => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (context.failedRounds - 1)),
  },
  guards: {
    isExhausted: (_, round: DeliveryRound) => round.isExhausted,
    hasFailed: (_, round: DeliveryRound) => round.failed > 0 && round.hasMore,
    hasMore: ({ context }, round: DeliveryRound) => round.hasMore || context.hasNewEvents,
  },
  actions: {
    countRound: assign(({ context }, { delivered, failed }: DeliveryRound) => ({
      failedRounds: failed === 0 ? 0 : delivered > 0 ? 1 : context.failedRounds + 1,
    })),
    noteEvents: assign({ hasNewEvents: true }),
    forgetEvents: assign({ hasNewEvents: false }),
    forgetFailures: assign({ failedRounds: 0 }),
    rememberFault: assign((_, { message }: { message: string }) => ({ error: message })),
    forgetFault: assign({ error: null }),
  },
});

const round = ({ event }: { event: { output: DeliveryRound } }) => event.output;

const STALL = {
  target: 'stalled',
  actions: { type: 'rememberFault', params: ({ event }: { event: { error: unknown } }) => faultOf(event) },
} as const;

/**
 * The delivery of events to one webhook endpoint, while events wait for it.
 *
 * - `delivering` works on a round of deliveries. EVENTS_RECORDED during a round leads to another round, since the present
 *   one may have read before.
 * - `between_rounds` is a `checkpoint`.
 * - `waiting` is the back-off after a round with a failure: 1 s, doubled with each round that delivers nothing, at most an hour.
 *   New events do not end it, RETRY does.
 * - `disabling` switches the endpoint off, because every attempt has failed for the time of retries.
 * - `stalled`: Postgres refuses the work, not the receiver. It waits for RETRY.
 * - `idle` and `disabled` are the end: nothing waits, or nothing may be delivered. They are tagged `ended` instead of being final, so that
 *   an event or a RETRY that arrives while the workflow ends leads back.
 */
export const webhookEndpointMachine = webhookEndpointSetup.createMachine({
  id: 'webhook_endpoint',
  context: ({ input }) => ({ ...input, failedRounds: 0, hasNewEvents: false, error: null }),
  initial: 'delivering',
  states: {
    delivering: {
      entry: 'forgetEvents',
      invoke: {
        src: 'deliver',
        input: ({ context }) => ({ endpointId: context.endpointId }),
        onDone: [
          { guard: { type: 'isExhausted', params: round }, target: 'disabling' },
          {
            guard: { type: 'hasFailed', params: round },
            target: 'waiting',
            actions: { type: 'countRound', params: round },
          },
          {
            guard: { type: 'hasMore', params: round },
            target: 'between_rounds',
            actions: { type: 'countRound', params: round },
          },
          { target: 'idle' },
        ],
        onError: STALL,
      },
      on: { EVENTS_RECORDED: { actions: 'noteEvents' }, RETRY: { actions: ['noteEvents', 'forgetFailures'] } },
    },
    between_rounds: { tags: 'checkpoint', on: { PROCEED: 'delivering' } },
    waiting: {
      after: { backOff: 'between_rounds' },
      on: { RETRY: { target: 'delivering', actions: 'forgetFailures' } },
    },
    disabling: {
      invoke: {
        src: 'disable',
        input: ({ context }) => ({ endpointId: context.endpointId }),
        onDone: 'disabled',
        onError: STALL,
      },
    },
    stalled: { tags: 'stalled', on: { RETRY: { target: 'delivering', actions: 'forgetFault' } } },
    disabled: { tags: 'ended', on: { RETRY: 'delivering' } },
    idle: { tags: 'ended', on: { EVENTS_RECORDED: 'delivering', RETRY: 'delivering' } },
  },
});

export type WebhookEndpointSnapshot = SnapshotFrom<typeof webhookEndpointMachine>;
