import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { createWebhookActivities } from '../engine/activities/webhook-endpoint.ts';
import { webhookEndpointMachine } from '../machines/webhook-endpoint.ts';
import type { WebhookEndpointInput } from '../machines/webhook-endpoint.ts';
import { webhookEndpointView } from '../machines/webhook-endpoint-view.ts';
import { createJobHost } from './job-actor.ts';
import type { JobSnapshot } from './job-actor.ts';
import { jobDetails } from './job-details.ts';
import type { Carried } from './last-command.ts';
import { webhooksQueueOf } from './names.ts';
import { recordOptions } from './record-options.ts';

type Activities = ReturnType<typeof createWebhookActivities>;

/**
 * Delivers the events that wait for one webhook endpoint, and ends when none does. The signal `events_recorded` announces events. It
 * may wait for days between two attempts, so it moves to the current version of the workers: a change of it is guarded with `patched()`.
 */
export async function webhookEndpoint(
  input: WebhookEndpointInput,
  snapshot?: JobSnapshot,
  carried?: Carried,
): Promise<void> {
  const { endpointId } = input;
  const { deliverWebhooks } = proxyActivities<Activities>({
    taskQueue: webhooksQueueOf(workflowInfo().taskQueue),
    startToCloseTimeout: '10m',
    heartbeatTimeout: '10s',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '20s' },
  });
  const { disableWebhookEndpoint, recordWebhookCommands } = proxyActivities<Activities>(recordOptions());
  const host = createJobHost<typeof webhookEndpointMachine>();

  const machine = webhookEndpointMachine.provide({
    actors: {
      deliver: host.work(() => deliverWebhooks({ endpointId }), { isNeverStopped: true }),
      disable: host.work(() => disableWebhookEndpoint({ endpointId }), { isNeverStopped: true }),
    },
  });

  await host.run({
    machine,
    input,
    snapshot,
    carried,
    view: webhookEndpointView,
    details: (shown) =>
      jobDetails(shown, {
        notes:
          shown.failed_rounds > 0
            ? [`Rounds without a delivery: ${shown.failed_rounds}. It tries again by itself.`]
            : [],
        orElse: '. What waits for the endpoint is kept.',
      }),
    signals: { events_recorded: { type: 'EVENTS_RECORDED' } },
    recordsCommands: true,
    // The state is in the rows that the deliveries write.
    record: async (_, commands) => {
      if (commands.length > 0) await recordWebhookCommands({ endpointId, commands });
    },
    continueAsNew: (persisted, carry) => continueAsNew<typeof webhookEndpoint>(input, persisted, carry),
  });
}
