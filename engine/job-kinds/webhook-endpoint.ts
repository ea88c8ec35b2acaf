import { webhookEndpointRows } from '../db/webhooks/operator.ts';
import { WEBHOOK_ENDPOINT } from '../jobs/webhook-endpoint.ts';
import type { JobKind } from './job-kind.ts';

/** The delivery of events to a webhook endpoint. It has no mailing list, and clients see the endpoint instead of the job. */
export const webhookEndpointKind: JobKind = {
  ...WEBHOOK_ENDPOINT,
  ...webhookEndpointRows,
  unit: 'events delivered',
  states: ['delivering', 'retrying'],
  loadActivities: () => import('../activities/webhook-endpoint.ts'),
};
