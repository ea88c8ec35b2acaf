import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { callWebhookEndpoint } from '../../../engine/jobs/webhook-endpoint.ts';
import type { Recording } from '../recording.ts';
import { finished, POLL_MS } from '../troubles.ts';
import type { Scenarios } from '../troubles.ts';

/** A port on which nothing listens. */
const NOWHERE = 'http://127.0.0.1:1/';

/** Deliveries to webhook endpoints, whose secrets no worker can open: every attempt fails. */
export const WEBHOOKS: Scenarios = {
  'webhook-endpoint/retried': async (recording) => {
    const endpoint = await addEndpoint(recording, { hasWaiting: true });
    const handle = await call(recording, endpoint);
    while ((await attemptsAt(recording, endpoint)) < 3) await delay(POLL_MS);
    await handle.signal('retry');
    while ((await attemptsAt(recording, endpoint)) < 4) await delay(POLL_MS);
    await recording.pool.query(`update webhook_endpoints set enabled = false where id = $1`, [endpoint]);
    await handle.signal('retry');
    return finished(handle);
  },

  'webhook-endpoint/nothing-waits': async (recording) =>
    finished(await call(recording, await addEndpoint(recording, { hasWaiting: false }))),

  'webhook-endpoint/disabled': async (recording) => {
    const endpoint = await addEndpoint(recording, { hasWaiting: true });
    await recording.pool.query(`update webhook_endpoints set failing_since = now() - interval '4 days' where id = $1`, [
      endpoint,
    ]);
    await recording.pool.query(
      `update webhook_deliveries set first_failed_at = now() - interval '4 days' where endpoint_id = $1`,
      [endpoint],
    );
    return finished(await call(recording, endpoint));
  },
};

async function call({ client }: Recording, id: number): Promise<WorkflowHandle> {
  await callWebhookEndpoint(client, { id, organizationId: 1 }, 'events_recorded');
  return client.workflow.getHandle(`webhook-endpoint/${id}`);
}

async function attemptsAt({ pool }: Recording, endpointId: number): Promise<number> {
  const { rowCount } = await pool.query('select 1 from webhook_attempts where endpoint_id = $1', [endpointId]);
  return rowCount ?? 0;
}

async function addEndpoint({ pool }: Recording, { hasWaiting }: { hasWaiting: boolean }): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into webhook_endpoints (organization_id, url, secret) values (1, $1, '') returning id`,
    [NOWHERE],
  );
  const id = Number(rows[0]?.id);
  if (hasWaiting) {
    await pool.query(
      `with event as (
         insert into webhook_events (organization_id, type, job_kind, job_id, data) values (1, 'job.failed', 'kind', 1, '{}')
         returning id)
       insert into webhook_deliveries (endpoint_id, event_id) select $1, id from event`,
      [id],
    );
  }
  return id;
}
