import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliverWebhooks } from '../../../../engine/activities/webhook-endpoint/deliver-webhooks.ts';
import { disableWebhookEndpoint } from '../../../../engine/activities/webhook-endpoint/disable-webhook-endpoint.ts';
import { purgeWebhookEvents } from '../../../../engine/db/webhooks/deliveries.ts';
import { createWebhookSecret, sealWebhookSecret } from '../../../../engine/webhooks/secret.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { startWebhookReceiver } from '../../../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../../../support/webhook-receiver.ts';
import { createEnvironment } from '../pipeline.ts';

const ENDPOINT = { endpointId: 1 };

let fixture: ImportFixture;
let receiver: WebhookReceiver;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  const secret = createWebhookSecret();
  receiver.verifyBy(secret);
  await query(`truncate webhook_endpoints, webhook_events, webhook_deliveries, webhook_attempts`);
  await query(`insert into organizations (id, name) values (1000, 'Hooked') on conflict do nothing`);
  await query(`insert into webhook_endpoints (id, organization_id, url, secret) values (1, 1000, $1, $2)`, [
    receiver.url,
    sealWebhookSecret(fixture.deps.secrets, 1, secret),
  ]);
});
afterEach(() => receiver.close());

describe('a round of deliveries', () => {
  it('delivers what waits in the order of the events, and records each attempt', async () => {
    await addEvents('job.started', 'job.stalled', 'job.failed');
    expect(await deliver()).toEqual({ delivered: 3, failed: 0, hasMore: false, isExhausted: false });
    expect(receiver.taken().map(({ type }) => type)).toEqual(['job.started', 'job.stalled', 'job.failed']);
    expect(receiver.faults()).toEqual([]);
    expect(await query(`select status, error from webhook_attempts`)).toEqual(
      Array.from({ length: 3 }, () => ({ status: 204, error: null })),
    );
  });

  it('ends after two failures in a row, and keeps what waits', async () => {
    await addEvents('job.started', 'job.paused', 'job.failed');
    receiver.answer(500);
    expect(await deliver()).toEqual({ delivered: 0, failed: 2, hasMore: true, isExhausted: false });
    expect(receiver.requests()).toBe(2);
    receiver.answer(200);
    expect(await deliver()).toMatchObject({ delivered: 3, hasMore: false });
    expect(await query(`select failing_since from webhook_endpoints`)).toEqual([{ failing_since: null }]);
  });

  it('is not held back by an event that the receiver refuses', async () => {
    await addEvents('job.paused', 'job.started', 'job.failed');
    receiver.answer(({ type }) => (type === 'job.paused' ? 500 : 200));
    expect(await deliver()).toEqual({ delivered: 2, failed: 1, hasMore: true, isExhausted: false });
  });

  it('gives up an event that is refused for the time of retries while others are taken', async () => {
    await addEvents('job.paused', 'job.started');
    receiver.answer(({ type }) => (type === 'job.paused' ? 500 : 200));
    await deliver();
    await query(`update webhook_deliveries set first_failed_at = now() - interval '2 minutes' where state = 'waiting'`);
    expect(await deliver()).toEqual({ delivered: 0, failed: 1, hasMore: false, isExhausted: false });
    expect(await query(`select state from webhook_deliveries order by event_id`)).toEqual([
      { state: 'failed' },
      { state: 'delivered' },
    ]);
  });

  it('tells when every attempt has failed for the time of retries; the endpoint is then disabled and gets nothing', async () => {
    await addEvents('job.started');
    receiver.answer(500);
    await deliver();
    await query(`update webhook_endpoints set failing_since = now() - interval '2 minutes'`);
    await query(`update webhook_deliveries set first_failed_at = now() - interval '2 minutes'`);
    expect(await deliver()).toEqual({ delivered: 0, failed: 1, hasMore: true, isExhausted: true });

    await createEnvironment().run(disableWebhookEndpoint(fixture.deps), ENDPOINT);
    expect(await query(`select enabled, disabled_reason as reason from webhook_endpoints`)).toEqual([
      { enabled: false, reason: 'Every attempt has failed for 60 s. Enable the endpoint to deliver what waits.' },
    ]);
    const before = receiver.requests();
    expect(await deliver()).toEqual({ delivered: 0, failed: 0, hasMore: false, isExhausted: false });
    expect(receiver.requests()).toBe(before);
  });

  it('signs with the former secret, too, until its time is over', async () => {
    await query(
      `update webhook_endpoints
          set previous_secret = secret, previous_secret_until = now() + interval '1 hour', secret = $1`,
      [sealWebhookSecret(fixture.deps.secrets, 1, createWebhookSecret())],
    );
    await addEvents('job.started');
    expect(await deliver()).toMatchObject({ delivered: 1 });
    await query(`update webhook_endpoints set previous_secret_until = now()`);
    await addEvents('job.failed');
    expect(await deliver()).toMatchObject({ delivered: 0, failed: 1 });
    expect(receiver.faults().join()).toContain('No matching signature');
  });

  it('signs, and records attempts, at the time of the database', async () => {
    await addEvents('job.started');
    // Less than the five minutes that the receiver bears.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 240_000 });
    expect(await deliver().finally(() => vi.useRealTimers())).toMatchObject({ delivered: 1 });
    expect(await query(`select abs(extract(epoch from now() - at)) < 30 as "isNow" from webhook_attempts`)).toEqual([
      { isNow: true },
    ]);
  });

  it('fails in words when the secret was encrypted with another key', async () => {
    await query(`update webhook_endpoints set secret = 'x'`);
    await addEvents('job.started');
    await deliver();
    expect(await query(`select error from webhook_attempts`)).toEqual([
      { error: expect.stringContaining('give workers the SECRET_KEY of the API') },
    ]);
    expect(receiver.requests()).toBe(0);
  });
});

describe('events', () => {
  it('are deleted after 30 days with their deliveries and attempts', async () => {
    await addEvents('job.started', 'job.failed');
    await deliver();
    await query(`update webhook_events set at = now() - interval '30 days' where type = 'job.started'`);
    await purgeWebhookEvents(fixture.pool);
    for (const table of ['webhook_events', 'webhook_deliveries', 'webhook_attempts']) {
      expect(await query(`select 1 from ${table}`)).toHaveLength(1);
    }
  });
});

function deliver() {
  return createEnvironment().run(deliverWebhooks(fixture.deps), ENDPOINT);
}

async function addEvents(...types: readonly string[]): Promise<void> {
  for (const type of types) {
    await query(
      `with event as (
         insert into webhook_events (organization_id, type, job_kind, job_id, data) values (1000, $1, 'kind', 1, '{}')
         returning id)
       insert into webhook_deliveries (endpoint_id, event_id) select 1, id from event`,
      [type],
    );
  }
}

async function query(statement: string, values: readonly unknown[] = []): Promise<unknown[]> {
  return (await fixture.pool.query<Record<string, unknown>>(statement, [...values])).rows;
}
