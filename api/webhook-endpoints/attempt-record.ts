import { z } from 'zod/v4';
import { DELIVERED_TYPES, eventName } from '../../engine/domain/webhooks.ts';
import type { WebhookAttempt } from '../../engine/db/webhooks/attempts.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { renderTime } from '../http/times.ts';
import { webhookAttemptExample } from './examples.ts';

/** An attempt as the API shows it. */
export const webhookAttemptRecord = z
  .object({
    id: whole,
    webhook_id: z.string().describe('The header webhook-id, which is the same for all attempts of an event.'),
    event: z.enum(DELIVERED_TYPES),
    job_type: z.string().nullable().describe('Null for service.went_back and endpoint.test, which belong to no job.'),
    job_id: whole.nullable(),
    at: renderedTime,
    duration_ms: whole,
    status: whole.nullable().describe("The status of the endpoint's answer; null if there was none."),
    error: z.string().nullable().describe('Null for a successful attempt.'),
  })
  .meta({ id: 'WebhookAttempt', examples: [webhookAttemptExample] });

/** Renders an attempt; its time has the offset of the zone. */
export function renderWebhookAttempt(row: WebhookAttempt, timeZone: string): Rendered<typeof webhookAttemptRecord> {
  return {
    id: row.id,
    webhook_id: eventName(row.eventUid),
    event: row.type,
    job_type: row.jobType,
    job_id: row.jobId,
    at: renderTime(row.at, timeZone),
    duration_ms: row.durationMs,
    status: row.status,
    error: row.error,
  };
}
