import type { WebhookEndpointInput } from '../../../machines/webhook-endpoint.ts';
import { disableEndpoint } from '../../db/webhooks/deliveries.ts';
import type { ActivityDeps } from '../deps.ts';

/** Disables an endpoint whose attempts have all failed for the time of retries, with a notice in its record and in the log. */
export function disableWebhookEndpoint({ pool, log, webhookRetryForMs }: ActivityDeps) {
  return async ({ endpointId }: WebhookEndpointInput): Promise<void> => {
    const reason = `Every attempt has failed for ${timeOf(webhookRetryForMs)}. Enable the endpoint to deliver what waits.`;
    if (await disableEndpoint(pool, endpointId, reason)) log.warn({ endpointId }, 'a webhook endpoint was disabled');
  };
}

function timeOf(milliseconds: number): string {
  const days = milliseconds / 86_400_000;
  return Number.isInteger(days) ? `${days} days` : `${milliseconds / 1000} s`;
}
