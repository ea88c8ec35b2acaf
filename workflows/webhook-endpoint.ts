import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { createActor, fromPromise } from 'xstate';
import type { createWebhookActivities } from '../engine/activities/webhook-endpoint.ts';
import { webhookEndpointMachine } from '../machines/webhook-endpoint.ts';
import type { WebhookEndpointEvent, WebhookEndpointInput } from '../machines/webhook-endpoint.ts';
import type { JobSnapshot } from './job-actor.ts';
import { webhooksQueueOf } from './names.ts';
import { workflowClock } from './workflow-clock.ts';

type Activities = ReturnType<typeof createWebhookActivities>;

/** Servers suggest to continue as new at about this many events; some suggest nothing. */
const HISTORY_EVENTS = 4_000;

const { disableWebhookEndpoint } = proxyLocalActivities<Activities>({
  startToCloseTimeout: '1m',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '20s' },
});

/** By the names of the signals. */
const SIGNALS: Readonly<Record<string, WebhookEndpointEvent>> = {
  events_recorded: { type: 'EVENTS_RECORDED' },
  retry: { type: 'RETRY' },
};

/**
 * Delivers the events that wait for one webhook endpoint, and ends when none does. Not a job of GET /jobs: it has no list, no
 * progress and no commands of clients. The signal `events_recorded` announces events, `retry` ends a back-off.
 */
export async function webhookEndpoint(input: WebhookEndpointInput, snapshot?: JobSnapshot): Promise<void> {
  const { deliverWebhooks } = proxyActivities<Activities>({
    taskQueue: webhooksQueueOf(workflowInfo().taskQueue),
    startToCloseTimeout: '10m',
    heartbeatTimeout: '10s',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '20s' },
  });
  let bug: unknown;
  const work = <Output>(perform: (input: WebhookEndpointInput) => Promise<Output>) =>
    fromPromise<Output, WebhookEndpointInput>(async ({ input: of }) => {
      try {
        return await perform({ endpointId: of.endpointId });
      } catch (error) {
        // Transient failures are retried by Temporal, so this is one of the code, or a cancellation.
        bug ??= error;
        throw error;
      }
    });
  const machine = webhookEndpointMachine.provide({
    actors: { deliver: work(deliverWebhooks), disable: work(disableWebhookEndpoint) },
  });
  const actor = createActor(machine, {
    input,
    clock: workflowClock,
    ...(snapshot === undefined ? {} : { snapshot }),
  });
  for (const [name, event] of Object.entries(SIGNALS)) {
    setHandler(defineSignal(name), () => CancellationScope.nonCancellable(() => Promise.resolve(actor.send(event))));
  }

  let isLeaving = false;
  const onChange = () => {
    const { value, context } = actor.getSnapshot();
    const failures = context.failedRounds === 0 ? '' : ` Rounds without a delivery: ${context.failedRounds}.`;
    setCurrentDetails(`**${value}**${failures}`);
    const isAtCheckpoint = actor.getSnapshot().hasTag('checkpoint');
    isLeaving = isAtCheckpoint && isHistoryLong();
    if (isAtCheckpoint && !isLeaving) void Promise.resolve().then(() => actor.send({ type: 'PROCEED' }));
  };
  actor.subscribe({ next: onChange, error: (error) => (bug ??= error) });
  actor.start();
  onChange();
  await condition(() => bug !== undefined || isLeaving || actor.getSnapshot().hasTag('ended'));
  if (bug !== undefined) throw bug as Error;
  if (isLeaving) await continueAsNew<typeof webhookEndpoint>(input, actor.getPersistedSnapshot());
}

function isHistoryLong(): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength > HISTORY_EVENTS;
}
