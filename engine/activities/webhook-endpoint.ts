import type { ActivityDeps } from './deps.ts';
import { sorted } from './faults.ts';
import { deliverWebhooks } from './webhook-endpoint/deliver-webhooks.ts';
import { disableWebhookEndpoint } from './webhook-endpoint/disable-webhook-endpoint.ts';
import { recordWebhookCommands } from './webhook-endpoint/record-webhook-commands.ts';

export { maintainedWebhookEndpoints } from './webhook-endpoint/maintained-webhook-endpoints.ts';

/** The activities of the workflow that delivers to a webhook endpoint. */
export function createWebhookActivities(deps: ActivityDeps) {
  return {
    deliverWebhooks: sorted(deliverWebhooks(deps)),
    disableWebhookEndpoint: sorted(disableWebhookEndpoint(deps)),
    recordWebhookCommands: sorted(recordWebhookCommands(deps)),
  };
}
