import type { Pool, PoolClient } from 'pg';
import { WENT_BACK } from '../../domain/webhooks.ts';
import { inTransaction } from '../core/transaction.ts';
import { TAKES_EVENTS } from './job-events.ts';
import type { WaitingEndpoint } from './job-events.ts';

/** Jobs of an organization that the database lost: an event for each of its endpoints that names the type. */
export interface WentBackEvent {
  readonly organizationId: number;
  readonly data: object;
}

/** Holds for endpoints e that name the type; those that take every type of job get none. */
const NAMES_IT = `${TAKES_EVENTS} and '${WENT_BACK}' = any (e.event_types)`;

/** Reads the ids of the organizations that have an endpoint for the event. */
export async function findNotifiedOrganizations(pool: Pool): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ id: number }>(
    `select distinct organization_id as id from webhook_endpoints e where ${NAMES_IT}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Records the events of an epoch, and that its lost jobs are notified, in one transaction: all of them once, however often this is
 * called. Nothing is recorded when the epoch is over, or notified. @returns the enabled endpoints for which events wait now
 */
export function recordWentBack(
  pool: Pool,
  epoch: string,
  events: readonly WentBackEvent[],
): Promise<readonly WaitingEndpoint[]> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'update installation set notified_epoch = epoch where epoch = $1 and notified_epoch is distinct from epoch',
      [epoch],
    );
    const waiting = new Map<number, WaitingEndpoint>();
    if (rowCount === 0) return [];
    for (const event of events) for (const endpoint of await record(client, event)) waiting.set(endpoint.id, endpoint);
    return [...waiting.values()];
  });
}

async function record(
  client: PoolClient,
  { organizationId, data }: WentBackEvent,
): Promise<readonly WaitingEndpoint[]> {
  const { rows } = await client.query<WaitingEndpoint>(RECORD, [organizationId, JSON.stringify(data)]);
  return rows;
}

/** The event is of no job: its kind names none. */
const RECORD = `
  with receiver as (
    select e.id, e.job_key, e.organization_id, e.enabled from webhook_endpoints e where e.organization_id = $1 and ${NAMES_IT}
  ), recorded as (
    insert into webhook_events (organization_id, type, job_kind, job_id, data)
    select $1, '${WENT_BACK}', 'service', 0, $2::jsonb where exists (select from receiver)
    returning id
  ), delivery as (
    insert into webhook_deliveries (endpoint_id, event_id) select receiver.id, recorded.id from receiver, recorded
  )
  select id, job_key as "jobKey", organization_id as "organizationId" from receiver where enabled`;
