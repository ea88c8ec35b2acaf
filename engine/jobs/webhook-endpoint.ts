import type { CommandActor } from '../../workflows/messages.ts';
import type { WebhookEndpointInput } from '../../machines/webhook-endpoint.ts';
import type { WaitingEndpoint } from '../db/webhooks/job-events.ts';
import { signalJob } from './start-job.ts';
import type { JobStart } from './start-job.ts';
import type { TemporalClient } from './temporal-client.ts';

/** The names of this kind of job, and the commands that its machine takes. */
export const WEBHOOK_ENDPOINT = {
  name: 'webhook_endpoint',
  workflowType: 'webhookEndpoint',
  idPrefix: 'webhook-endpoint',
  commands: ['retry'],
} as const;

/** Returns the start of the workflow that delivers to an endpoint. */
export function webhookEndpointStart(
  { id, jobKey, organizationId }: WaitingEndpoint,
  workflowIdPrefix: string,
): JobStart {
  // Workers of 0.2.0 read the flag (workflows/patches.ts).
  const input: WebhookEndpointInput & { recordsCommands: true } = { endpointId: id, recordsCommands: true };
  return {
    workflowType: WEBHOOK_ENDPOINT.workflowType,
    workflowId: `${workflowIdPrefix}${WEBHOOK_ENDPOINT.idPrefix}/${id}`,
    jobKey,
    input,
    state: 'delivering',
    organizationId,
    summary: `Webhook endpoint ${id} of organization ${organizationId}`,
    details: 'Delivers the events that wait, and ends when none does. Commands: retry, which ends a back-off.',
  };
}

/**
 * Announces that events were recorded for an endpoint: signals the workflow that delivers them, and starts it unless it runs.
 * @throws whatever the Temporal client throws when the service cannot be reached
 */
export async function announceEvents(client: TemporalClient, endpoint: WaitingEndpoint): Promise<void> {
  await signalJob(client, startIn(client, endpoint), { name: 'events_recorded' });
}

/** Has an endpoint try now what waits for it, as the command `retry` of that sender. @throws as announceEvents does */
export async function retryDeliveries(
  client: TemporalClient,
  endpoint: WaitingEndpoint,
  by: CommandActor,
): Promise<void> {
  await signalJob(client, startIn(client, endpoint), { name: 'retry', args: [null, by] });
}

function startIn({ names }: TemporalClient, endpoint: WaitingEndpoint): JobStart {
  return webhookEndpointStart(endpoint, names.workflowIdPrefix);
}
