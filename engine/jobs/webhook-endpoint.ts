import type { Client } from '@temporalio/client';
import { WorkflowIdConflictPolicy } from '@temporalio/common';
import type { WebhookEndpointInput } from '../../machines/webhook-endpoint.ts';
import type { WaitingEndpoint } from '../db/webhooks/job-events.ts';
import { fairnessKeyOf } from './start-job.ts';
import type { TemporalClient } from './temporal-client.ts';

/** Why the workflow of an endpoint is called: events were recorded, or what fails is to be tried now. */
export type WebhookCall = 'events_recorded' | 'retry';

/**
 * Signals the workflow that delivers to an endpoint, and starts it unless it runs.
 * @throws whatever the Temporal client throws when the service cannot be reached
 */
export async function callWebhookEndpoint(
  client: TemporalClient,
  endpoint: WaitingEndpoint,
  signal: WebhookCall,
): Promise<void> {
  await client.workflow.signalWithStart(WORKFLOW_TYPE, { ...startOf(client, endpoint), signal });
}

/** Starts the workflow that delivers to an endpoint; one that runs is left alone, its history does not grow. */
export async function startWebhookEndpoint(client: TemporalClient, endpoint: WaitingEndpoint): Promise<void> {
  await client.workflow.start(WORKFLOW_TYPE, startOf(client, endpoint));
}

const WORKFLOW_TYPE = 'webhookEndpoint';

function startOf({ names }: TemporalClient, { id, organizationId }: WaitingEndpoint) {
  const input: WebhookEndpointInput = { endpointId: id };
  return {
    workflowId: `${names.workflowIdPrefix}webhook-endpoint/${id}`,
    taskQueue: names.taskQueue,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    priority: { fairnessKey: fairnessKeyOf(organizationId) },
    args: [input],
    staticSummary: `Webhook endpoint ${id} of organization ${organizationId}`,
    staticDetails: 'Delivers the events that wait. The signal `retry` ends a back-off.',
  } satisfies Parameters<Client['workflow']['start']>[1];
}
