import { z } from 'zod';
import { DELIVERED_TYPES, TEST_EVENT } from '../../domain/webhooks.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const attempt = z.object({
  id: z.number(),
  eventUid: z.string(),
  type: z.enum(DELIVERED_TYPES),
  /** Null for an event of no job, as is its id. */
  jobType: z.string().nullable(),
  jobId: z.number().nullable(),
  at: z.date(),
  durationMs: z.number(),
  status: z.number().nullable(),
  error: z.string().nullable(),
});
/** An attempt to deliver an event. */
export type WebhookAttempt = Readonly<z.infer<typeof attempt>>;

/** A page of the attempts at an endpoint, the latest first. */
export function listWebhookAttempts(
  db: Database,
  endpointId: number,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly WebhookAttempt[]> {
  return db.any(sql.type(attempt)`
    select a.id, e.uid as "eventUid", e.type, e.data ->> 'job_type' as "jobType", nullif(e.job_id, 0) as "jobId", a.at,
      a.duration_ms as "durationMs", a.status, a.error
    from webhook_attempts a
    join webhook_events e on e.id = a.event_id
    where a.endpoint_id = ${endpointId}
    order by a.id desc
    limit ${page.limit} offset ${page.offset}
  `);
}

export function countWebhookAttempts(db: Database, endpointId: number): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(*) from webhook_attempts where endpoint_id = ${endpointId}
  `);
}

/** Lets the event of an attempt wait again. @returns false when the endpoint has no such attempt */
export async function waitAgain(db: Database, endpointId: number, attemptId: number): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    update webhook_deliveries d
    set state = 'waiting', attempts = 0, first_failed_at = null
    from webhook_attempts a
    where a.id = ${attemptId} and a.endpoint_id = ${endpointId}
      and d.endpoint_id = a.endpoint_id and d.event_id = a.event_id
  `);
  return rowCount === 1;
}

/** Records an event that tries an endpoint. @returns false, and records nothing, while an earlier one waits */
export async function recordTestEvent(
  db: Database,
  { id, organizationId }: { readonly id: number; readonly organizationId: number },
): Promise<boolean> {
  const { rowCount } = await db.query(sql.unsafe`
    with recorded as (
      insert into webhook_events (organization_id, type, job_kind, job_id, data)
      select ${organizationId}, ${TEST_EVENT}, 'service', 0, ${JSON.stringify({ endpoint_id: id })}::jsonb
      where not exists (
        select from webhook_deliveries d
        join webhook_events e on e.id = d.event_id
        where d.endpoint_id = ${id} and d.state = 'waiting' and e.type = ${TEST_EVENT})
      returning id
    )
    insert into webhook_deliveries (endpoint_id, event_id) select ${id}, id from recorded
  `);
  return rowCount === 1;
}
