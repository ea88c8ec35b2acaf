import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { startRoleProcess } from './support/role-process.ts';

const CSV = 'email\nann@example.com\n';

describe('a webhook endpoint', () => {
  let engine: TestEngine;
  let receiver: WebhookReceiver;
  let endpoint: number;
  let list: number;
  beforeAll(async () => {
    engine = await startTestEngine();
    list = await createList(engine, 'News');
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    const { id, secret } = succeed(await create()).data;
    receiver.verifyBy(secret);
    endpoint = id;
  });
  afterEach(async () => {
    await engine.call('DELETE', `/webhook_endpoints/${endpoint}`);
    await receiver.close();
  });

  it('gets the signed events of an import, which hold no address of a subscriber', async () => {
    const id = await createImport(engine, list, CSV);
    const events = await receiver.untilTaken(2);

    expect(events.map(({ type }) => type)).toEqual(['job.started', 'job.finished']);
    expect(events[1]).toMatchObject({
      data: { job_type: 'SubscriberImport', id, mailing_list_id: list, state: 'finished', counters: { failed: 0 } },
    });
    expect(JSON.stringify(events)).not.toContain('@');
    expect(receiver.faults()).toEqual([]);
    await vi.waitFor(async () => expect(await attempts()).toHaveLength(2), PATIENCE);
    expect((await attempts())[0]).toMatchObject({
      event: 'job.finished',
      webhook_id: events[1]?.id,
      status: 204,
      error: null,
    });
    const history = await engine.temporal.workflow.getHandle(`webhook-endpoint/${endpoint}`).fetchHistory();
    const payloads = [...JSON.stringify(history).matchAll(/"data":"([^"]*)"/g)].map(([, data = '']) => atob(data));
    expect(payloads).toContain(`{"endpointId":${endpoint}}`);
    expect(payloads.join()).not.toMatch(/whsec|http|127\.0/);
  });

  it('that was away gets every event when it is back, with the ids of the failed attempts', async () => {
    const ids: string[] = [];
    receiver.answer((event) => {
      ids.push(event.id);
      return 'away';
    });
    const imports = [await createImport(engine, list, CSV), await createImport(engine, list, CSV)];
    await receiver.untilRequested(3);
    for (const id of imports) await untilEnded(engine, id);
    receiver.answer(200);

    const events = await receiver.untilTaken(4);
    expect(events.map(({ data, type }) => `${type} ${String(data['id'])}`).sort()).toEqual(
      imports.flatMap((id) => [`job.finished ${id}`, `job.started ${id}`]).sort(),
    );
    expect(events.map(({ id }) => id)).toEqual(expect.arrayContaining([...new Set(ids)]));
  });

  it('loses nothing when the worker is killed during an attempt', async () => {
    await engine.stopWorker();
    receiver.answer('silent');
    const worker = await startRoleProcess('worker', engine.config);
    const id = await createImport(engine, list, CSV);
    await receiver.untilRequested(1);
    await worker.kill();
    receiver.answer(200);
    await engine.startWorker();

    const events = await receiver.untilTaken(2);
    expect(events.map(({ type, data }) => [type, data['id']])).toEqual([
      ['job.started', id],
      ['job.finished', id],
    ]);
  });

  it('gets an event again on demand', async () => {
    await createImport(engine, list, CSV);
    const [first] = await receiver.untilTaken(2);
    await vi.waitFor(async () => expect(await attempts()).toHaveLength(2), PATIENCE);
    const [, attempt] = await attempts();
    succeed(await engine.call('POST', `/webhook_endpoints/${endpoint}/attempts/${attempt.id}/redeliver`));

    await vi.waitFor(() => expect(receiver.taken()).toHaveLength(3), PATIENCE);
    expect(receiver.taken()[2]).toEqual(first);
  });

  it('gets a test event, signed and recorded as any other', async () => {
    succeed(await engine.call('POST', `/webhook_endpoints/${endpoint}/test`));
    expect(await receiver.untilTaken(1)).toMatchObject([{ type: 'endpoint.test', data: { endpoint_id: endpoint } }]);
    expect(receiver.faults()).toEqual([]);
    await vi.waitFor(async () => expect(await attempts()).toHaveLength(1), PATIENCE);
    expect(await attempts()).toMatchObject([{ event: 'endpoint.test', job_type: null, job_id: null, status: 204 }]);
  });

  it('is disabled when it has failed for the time of retries, and gets what waited once it is enabled', async () => {
    await engine.stopWorker();
    await engine.startWorker({ webhookRetryForMs: 1_000 });
    receiver.answer(500);
    await createImport(engine, list, CSV);
    await vi.waitFor(async () => expect(await shown()).toMatchObject({ enabled: false, waiting: 2 }), PATIENCE);
    expect(await shown()).toMatchObject({
      disabled_at: expect.any(String),
      disabled_reason: 'Every attempt has failed for 1 s. Enable the endpoint to deliver what waits.',
    });
    await untilEnded(engine, await createImport(engine, list, CSV));

    receiver.answer(200);
    const { data } = succeed(
      await engine.call('PUT', `/webhook_endpoints/${endpoint}`, { webhook_endpoint: { enabled: true } }),
    );
    expect(data).toMatchObject({ enabled: true, disabled_at: null, disabled_reason: null, failing_since: null });
    await receiver.untilTaken(4);
  });

  it('is found by maintenance when no workflow was called', async () => {
    const { workflow } = engine.temporal;
    await engine.pool.query(
      `with event as (
         insert into webhook_events (organization_id, type, job_kind, job_id, at, data)
         values (1, 'job.failed', 'some_kind', 1, now() - interval '1 minute', '{}') returning id)
       insert into webhook_deliveries (endpoint_id, event_id) select $1, id from event`,
      [endpoint],
    );
    await workflow.getHandle('sluice-maintenance').executeUpdate('reconcile');
    await receiver.untilTaken(1);
  });

  function create() {
    return engine.call('POST', '/webhook_endpoints', { webhook_endpoint: { url: receiver.url } });
  }

  async function shown() {
    return succeed(await engine.call('GET', `/webhook_endpoints/${endpoint}`)).data;
  }

  async function attempts() {
    return succeed(await engine.call('GET', `/webhook_endpoints/${endpoint}/attempts`)).data;
  }
});

const PATIENCE = { timeout: 60_000, interval: 100 };
