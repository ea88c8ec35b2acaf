import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { announceEvents } from '../../../engine/jobs/webhook-endpoint.ts';
import type { JobView } from '../../../workflows/messages.ts';
import { JOB_VIEW } from '../../../workflows/names.ts';
import type { Recording } from '../recording.ts';
import { finished, POLL_MS, refuse } from '../troubles.ts';
import type { Scenarios } from '../troubles.ts';

/** A port on which nothing listens. */
const NOWHERE = 'http://127.0.0.1:1/';

/** By then the server suggests to continue as new. */
const ATTEMPTS_UNTIL_LONG = 10;

/** Deliveries to webhook endpoints, whose secrets no worker can open: every attempt fails. */
export const WEBHOOKS: Scenarios = {
  'webhook-endpoint/retried': async (recording) => {
    const endpoint = await addEndpoint(recording, { hasWaiting: true });
    const handle = await call(recording, endpoint);
    while ((await attemptsAt(recording, endpoint)) < 3) await delay(POLL_MS);
    await handle.signal('retry');
    while ((await attemptsAt(recording, endpoint)) < 4) await delay(POLL_MS);
    await switchOff(recording, endpoint);
    await handle.signal('retry');
    return finished(handle);
  },

  'webhook-endpoint/stalled-retried': async (recording) => {
    const endpoint = await addEndpoint(recording, { hasWaiting: true });
    const accept = await refuse(recording, 'before insert on webhook_attempts');
    const handle = await call(recording, endpoint);
    while ((await handle.query<JobView>(JOB_VIEW)).health !== 'stalled') await delay(POLL_MS);
    await accept();
    await switchOff(recording, endpoint);
    await handle.signal('retry');
    return finished(handle);
  },

  'webhook-endpoint/continued': async (recording) => {
    const endpoint = await addEndpoint(recording, { hasWaiting: true });
    const handle = await call(recording, endpoint);
    const { runId } = await handle.describe();
    for (let attempts = 1; (await handle.describe()).runId === runId; attempts++) {
      while ((await attemptsAt(recording, endpoint)) < attempts) await delay(POLL_MS);
      // A retry skips the back-off, at the end of which the workflow may continue as new.
      if (attempts < ATTEMPTS_UNTIL_LONG) await handle.signal('retry');
    }
    const next = recording.client.workflow.getHandle(handle.workflowId, (await handle.describe()).runId);
    await switchOff(recording, endpoint);
    await next.signal('retry');
    await next.result();
    return { '': next, continuing: recording.client.workflow.getHandle(handle.workflowId, runId) };
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
  await announceEvents(client, { id, jobKey: null, organizationId: 1 });
  return client.workflow.getHandle(`webhook-endpoint/${id}`);
}

async function switchOff({ pool }: Recording, endpointId: number): Promise<void> {
  await pool.query(`update webhook_endpoints set enabled = false where id = $1`, [endpointId]);
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
