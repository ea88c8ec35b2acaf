import { z } from 'zod/v4';
import { EVENT_TYPES } from '../../engine/domain/webhooks.ts';
import type { WebhookEndpoint } from '../../engine/db/webhooks/endpoints.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { renderOptionalTime, renderTime } from '../http/times.ts';
import { webhookEndpointExample } from './examples.ts';

const endpoint = z.object({
  id: whole,
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)).nullable().describe('Null: all types of events of jobs.'),
  description: z.string().nullable(),
  enabled: z.boolean(),
  disabled_at: renderedTime
    .nullable()
    .describe('When the service disabled it; null when it is enabled, or a client disabled it.'),
  disabled_reason: z.string().nullable(),
  failing_since: renderedTime.nullable().describe('The first failed attempt since the last successful one.'),
  waiting: whole.describe('Events that are not delivered yet.'),
  created_at: renderedTime,
});

/** An endpoint as the API shows it. */
export const webhookEndpointRecord = endpoint.meta({ id: 'WebhookEndpoint', examples: [webhookEndpointExample] });

/** The same with its secret, which is shown once. */
export const webhookEndpointWithSecret = endpoint
  .extend({ secret: z.string().describe('The secret that signs the events. It is shown only in this answer.') })
  .meta({
    id: 'WebhookEndpointWithSecret',
    examples: [{ ...webhookEndpointExample, secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=' }],
  });

/** Renders an endpoint; times have the offset of the zone. */
export function renderWebhookEndpoint(row: WebhookEndpoint, timeZone: string): Rendered<typeof webhookEndpointRecord> {
  return {
    id: row.id,
    url: row.url,
    events: row.eventTypes,
    description: row.description,
    enabled: row.enabled,
    disabled_at: renderOptionalTime(row.disabledAt, timeZone),
    disabled_reason: row.disabledReason,
    failing_since: renderOptionalTime(row.failingSince, timeZone),
    waiting: row.waiting,
    created_at: renderTime(row.createdAt, timeZone),
  };
}
