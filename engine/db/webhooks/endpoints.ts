import { z } from 'zod';
import { EVENT_TYPES } from '../../domain/webhooks.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { LOCK_SPACES } from '../core/advisory-locks.ts';

const endpoint = z.object({
  id: z.number(),
  jobKey: z.string().nullable(),
  organizationId: z.number(),
  url: z.string(),
  /** Null: every type of the events of jobs. */
  eventTypes: z.array(z.enum(EVENT_TYPES)).nullable(),
  description: z.string().nullable(),
  enabled: z.boolean(),
  /** Set when the service has disabled it. */
  disabledAt: z.date().nullable(),
  disabledReason: z.string().nullable(),
  /** The first failed attempt since the last successful one. */
  failingSince: z.date().nullable(),
  /** Events that wait to be delivered. */
  waiting: z.number(),
  createdAt: z.date(),
});
/** Endpoint at which an organization is notified of its jobs. */
export type WebhookEndpoint = Readonly<z.infer<typeof endpoint>>;
export type WebhookEndpointAttributes = Pick<WebhookEndpoint, 'url' | 'eventTypes' | 'description' | 'enabled'>;

const columns = sql.fragment`
  id, job_key as "jobKey", organization_id as "organizationId", url, event_types as "eventTypes", description, enabled,
  disabled_at as "disabledAt", disabled_reason as "disabledReason", failing_since as "failingSince", created_at as "createdAt",
  (select count(*) from webhook_deliveries d where d.endpoint_id = webhook_endpoints.id and d.state = 'waiting') as waiting`;

/** The endpoints of an organization, the oldest first. */
export function listWebhookEndpoints(db: Database, organizationId: number): Promise<readonly WebhookEndpoint[]> {
  return db.any(sql.type(endpoint)`
    select ${columns} from webhook_endpoints where organization_id = ${organizationId} order by id
  `);
}

/** The endpoint of that id, if it is within reach; `reach` null: that of any organization. */
export function findWebhookEndpoint(db: Database, id: number, reach: number | null): Promise<WebhookEndpoint | null> {
  return db.maybeOne(sql.type(endpoint)`
    select ${columns} from webhook_endpoints where id = ${id} and ${within(reach)}
  `);
}

/** The same, holding the row until the transaction ends. */
export function lockWebhookEndpoint(db: Database, id: number, reach: number | null): Promise<WebhookEndpoint | null> {
  return db.maybeOne(sql.type(endpoint)`
    select ${columns} from webhook_endpoints where id = ${id} and ${within(reach)} for no key update
  `);
}

/** Takes the id of an endpoint that is about to be added. */
export function reserveWebhookEndpointId(db: Database): Promise<number> {
  return db.oneFirst(sql.type(z.object({ id: z.number() }))`
    select nextval(pg_get_serial_sequence('webhook_endpoints', 'id')) as id
  `);
}

/** An endpoint as it is added, with its sealed secret. */
export interface NewWebhookEndpoint extends WebhookEndpointAttributes {
  readonly id: number;
  readonly organizationId: number;
  readonly secret: Buffer;
}

/** Adds an endpoint. @returns null, and adds nothing, when the organization has `maximum` */
export async function insertWebhookEndpoint(
  db: Database,
  row: NewWebhookEndpoint,
  maximum: number,
): Promise<WebhookEndpoint | null> {
  return db.transaction(async (transaction) => {
    // Until the end of the transaction, so that two calls do not both count the last free place.
    await transaction.query(
      sql.unsafe`select pg_advisory_xact_lock(${LOCK_SPACES.webhookEndpoints}, hashint8(${row.organizationId}))`,
    );
    return transaction.maybeOne(sql.type(endpoint)`
      insert into webhook_endpoints (id, organization_id, url, event_types, description, enabled, secret, job_key)
      select ${row.id}, ${row.organizationId}, ${row.url}, ${typesOf(row)}, ${row.description}, ${row.enabled},
        ${sql.binary(row.secret)}, gen_random_uuid()
      where (select count(*) from webhook_endpoints where organization_id = ${row.organizationId}) < ${maximum}
      returning ${columns}
    `);
  });
}

/** Changes an endpoint; one that is enabled again begins without failures. */
export function updateWebhookEndpoint(
  db: Database,
  id: number,
  row: WebhookEndpointAttributes,
): Promise<WebhookEndpoint> {
  return db.one(sql.type(endpoint)`
    update webhook_endpoints
    set url = ${row.url}, event_types = ${typesOf(row)}, description = ${row.description}, enabled = ${row.enabled},
      disabled_at = case when enabled = ${row.enabled} then disabled_at end,
      disabled_reason = case when enabled = ${row.enabled} then disabled_reason end,
      failing_since = case when enabled = ${row.enabled} then failing_since end, updated_at = now()
    where id = ${id}
    returning ${columns}
  `);
}

/** Replaces the secret; the one before signs, too, for so many milliseconds. */
export async function rotateWebhookSecret(db: Database, id: number, secret: Buffer, oldForMs: number): Promise<void> {
  await db.query(sql.unsafe`
    update webhook_endpoints
    set previous_secret = secret, previous_secret_until = now() + make_interval(secs => ${oldForMs} / 1000.0), secret = ${sql.binary(secret)},
      updated_at = now()
    where id = ${id}
  `);
}

/** Deletes an endpoint with what waits for it and its attempts. */
export async function deleteWebhookEndpoint(db: Database, id: number): Promise<void> {
  await db.query(sql.unsafe`delete from webhook_endpoints where id = ${id}`);
  await db.query(sql.unsafe`delete from webhook_deliveries where endpoint_id = ${id}`);
}

function typesOf({ eventTypes }: WebhookEndpointAttributes) {
  return eventTypes === null ? sql.fragment`null::text[]` : sql.array([...eventTypes], 'text');
}

function within(reach: number | null) {
  return sql.fragment`(${reach}::bigint is null or organization_id = ${reach})`;
}
