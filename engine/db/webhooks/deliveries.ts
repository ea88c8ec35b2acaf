import type { Pool } from 'pg';
import { WEBHOOK_BOUNDS } from '../../domain/webhook-bounds.ts';
import type { DeliveredType } from '../../domain/webhooks.ts';
import type { WaitingEndpoint } from './job-events.ts';

/** An event that waits, and where it is to be delivered. */
export interface WaitingDelivery {
  readonly eventId: number;
  readonly uid: string;
  readonly type: DeliveredType;
  readonly at: Date;
  readonly data: object;
  readonly url: string;
  /** The time of the database when it was read, by which it is signed. */
  readonly now: Date;
  /** Sealed: the secret, and the one before while it signs, too. */
  readonly secrets: readonly Buffer[];
}

/** An event that keeps failing lets the others pass after that many attempts. */
const ATTEMPTS_IN_TURN = 3;

/** The next event that waits for an endpoint, the oldest first, but those of `except`; null when there is none, or the endpoint is disabled. */
export async function nextDelivery(
  pool: Pool,
  endpointId: number,
  except: readonly number[],
): Promise<WaitingDelivery | null> {
  const { rows } = await pool.query<Omit<WaitingDelivery, 'secrets'> & { secret: Buffer; previous: Buffer | null }>(
    `select d.event_id as "eventId", v.uid, v.type, v.at, v.data, e.url, e.secret, clock_timestamp() as now,
            case when e.previous_secret_until > now() then e.previous_secret end as previous
       from webhook_endpoints e
       join webhook_deliveries d on d.endpoint_id = e.id and d.state = 'waiting'
       join webhook_events v on v.id = d.event_id
      where e.id = $1 and e.enabled and not d.event_id = any ($2::bigint[])
      order by d.attempts >= $3, d.event_id
      limit 1`,
    [endpointId, except, ATTEMPTS_IN_TURN],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { secret, previous, ...delivery } = row;
  return { ...delivery, secrets: previous === null ? [secret] : [secret, previous] };
}

/** Result of an attempt; `status` is null without an answer, `error` for a successful one. */
export interface AttemptResult {
  readonly at: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
}

/**
 * Records an attempt. An event that has failed for `retryForMs`, while others were delivered, is given up; the endpoint is failing
 * until an attempt succeeds.
 */
export async function recordAttempt(
  pool: Pool,
  { endpointId, eventId }: { readonly endpointId: number; readonly eventId: number },
  { at, durationMs, status, error }: AttemptResult,
  retryForMs: number,
): Promise<void> {
  await pool.query(
    `with endpoint as (
       update webhook_endpoints
          set failing_since = case when $6::text is null then null else coalesce(failing_since, $3) end
        where id = $1
       returning failing_since
     ), delivery as (
       update webhook_deliveries d
          set attempts = attempts + 1,
              first_failed_at = case when $6::text is not null then coalesce(first_failed_at, $3) end,
              state = case when $6::text is null then 'delivered'
                           when first_failed_at < now() - make_interval(secs => $7 / 1000.0)
                            and endpoint.failing_since > first_failed_at then 'failed'
                           else state end
         from endpoint
        where d.endpoint_id = $1 and d.event_id = $2
       returning d.endpoint_id
     )
     insert into webhook_attempts (endpoint_id, event_id, at, duration_ms, status, error)
     select $1, $2, $3, $4, $5, $6 from delivery`,
    [endpointId, eventId, at, durationMs, status, error, retryForMs],
  );
}

/** Progress of an endpoint: whether events wait for it, and whether it has failed for the time of retries. */
export interface EndpointProgress {
  readonly hasMore: boolean;
  /** Every attempt has failed for the time of retries. */
  readonly isExhausted: boolean;
}

/** Whether more events wait for an endpoint, and whether it has failed for `retryForMs`. */
export async function readEndpointProgress(
  pool: Pool,
  endpointId: number,
  retryForMs: number,
): Promise<EndpointProgress> {
  const { rows } = await pool.query<EndpointProgress>(
    `select exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting') as "hasMore",
            failing_since <= now() - make_interval(secs => $2 / 1000.0) is true and exists (
              select from webhook_deliveries d
               where d.endpoint_id = e.id and d.state = 'waiting' and d.first_failed_at >= e.failing_since
                 and d.first_failed_at <= now() - make_interval(secs => $2 / 1000.0)) as "isExhausted"
       from webhook_endpoints e where e.id = $1 and e.enabled`,
    [endpointId, retryForMs],
  );
  return rows[0] ?? { hasMore: false, isExhausted: false };
}

/** Disables an endpoint that is still failing; what waits for it stays. @returns whether it was enabled */
export async function disableEndpoint(pool: Pool, endpointId: number, reason: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update webhook_endpoints set enabled = false, disabled_at = now(), disabled_reason = $2, updated_at = now()
      where id = $1 and enabled and failing_since is not null`,
    [endpointId, reason],
  );
  return rowCount === 1;
}

/** The enabled endpoints for which events have waited for that long. */
export async function findWaitingEndpoints(pool: Pool, olderThanSeconds: number): Promise<readonly WaitingEndpoint[]> {
  const { rows } = await pool.query<WaitingEndpoint>(
    `select id, job_key as "jobKey", organization_id as "organizationId" from webhook_endpoints e
      where enabled and exists (
        select from webhook_deliveries d join webhook_events v on v.id = d.event_id
         where d.endpoint_id = e.id and d.state = 'waiting' and v.at < now() - make_interval(secs => $1))
      order by id`,
    [olderThanSeconds],
  );
  return rows;
}

/** Deletes events that are no longer kept, with their deliveries and attempts. */
export async function purgeWebhookEvents(pool: Pool): Promise<void> {
  await pool.query(`delete from webhook_events where at <= now() - make_interval(secs => $1 / 1000.0)`, [
    WEBHOOK_BOUNDS.webhookRetention.max,
  ]);
}
