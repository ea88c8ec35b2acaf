import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findJobsWithoutRow } from '../../engine/jobs/lost-rows.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createExport, untilExportEnded } from '../support/exports.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { copy, goBack } from './support/older-database.ts';
import { addTenant } from './support/tenant.ts';

const CSV = 'email\nann@example.com\n';
const WENT_BACK = 'service.went_back';

describe('the event service.went_back', () => {
  let engine: TestEngine;
  let other: Awaited<ReturnType<typeof addTenant>>;
  let list: number;
  let lists: { readonly other: number; readonly bystander: number };
  let receivers: Record<'named' | 'plain' | 'other' | 'bystander', WebhookReceiver>;
  beforeAll(async () => {
    engine = await startTestEngine();
    other = await addTenant(engine, 'Other');
    const bystander = await addTenant(engine, 'Bystander');
    list = await createList(engine, 'News');
    lists = { other: await createList(other, 'Theirs'), bystander: await createList(bystander, 'Silent') };
    receivers = {
      named: await receive(engine, [WENT_BACK]),
      plain: await receive(engine, null),
      other: await receive(other, ['job.failed', WENT_BACK]),
      bystander: await receive(bystander, [WENT_BACK]),
    };
  });
  afterAll(async () => {
    for (const receiver of Object.values(receivers)) await receiver.close();
    await engine.stop();
  });

  it('lists the lost jobs of an organization, once, for endpoints that name it', async () => {
    await untilEnded(engine, await createImport(engine, list, CSV));
    const backup = await copy(engine);
    const lost = await createImport(engine, list, CSV);
    await untilEnded(engine, lost);
    const exported = await createExport(engine, list);
    await untilExportEnded(engine, exported);
    const theirs = await createImport(other, lists.other, CSV, { dry_run: true });
    await untilEnded(other, theirs);
    await goBack(engine, backup);
    expect(await untilEnded(engine, await createImport(engine, list, CSV))).toMatchObject({ id: lost });
    await expect.poll(lostStates, PATIENCE).toEqual(['finished', 'finished', 'finished']);

    await maintain(engine.temporal, 'reconcile');
    expect(await notifiedEpochs()).toEqual([false]);
    await engine.pool.query(`update installation set epoch_began_at = epoch_began_at - interval '2 minutes'`);
    await Promise.all([maintain(engine.temporal, 'reconcile'), maintain(engine.temporal, 'reconcile')]);
    expect(await notifiedEpochs()).toEqual([true]);

    const [event] = await receivers.named.untilTaken(1);
    expect(event).toMatchObject({ type: WENT_BACK, data: { total: 2, part: 1, parts: 1 } });
    const common = {
      mailing_list_id: list,
      state: 'finished',
      began_at: expect.any(String),
      ended_at: expect.any(String),
    };
    expect(event?.data['jobs']).toEqual([
      { job_type: 'SubscriberImport', id: lost, id_is_taken: true, ...common },
      { job_type: 'SubscriberExport', id: exported, id_is_taken: false, ...common },
    ]);
    expect(JSON.stringify(event)).not.toContain('@');
    const [toOther] = await receivers.other.untilTaken(1);
    expect(toOther?.data).toMatchObject({ total: 1, jobs: [{ id: theirs, mailing_list_id: lists.other }] });

    await maintain(engine.temporal, 'reconcile');
    const { data } = await engine.call('GET', '/webhook_endpoints');
    const [{ id }] = data as [{ id: number }];
    await vi.waitFor(async () => {
      expect(succeed(await engine.call('GET', `/webhook_endpoints/${id}/attempts`)).data).toMatchObject([
        { event: WENT_BACK, job_type: null, job_id: null, status: 204 },
      ]);
    }, PATIENCE);
    const types = Object.fromEntries(
      Object.entries(receivers).map(([name, receiver]) => [name, receiver.taken().map(({ type }) => type)]),
    );
    expect(types).toMatchObject({ named: [WENT_BACK], other: [WENT_BACK], bystander: [] });
    expect(types['plain']).not.toContain(WENT_BACK);
    const { rows } = await engine.pool.query(`select from webhook_events where type = $1`, [WENT_BACK]);
    expect(rows).toHaveLength(2);
  });

  async function receive({ call }: TestEngine, events: readonly string[] | null): Promise<WebhookReceiver> {
    const receiver = await startWebhookReceiver();
    const { secret } = succeed(
      await call('POST', '/webhook_endpoints', { webhook_endpoint: { url: receiver.url, events } }),
    ).data;
    receiver.verifyBy(secret);
    return receiver;
  }

  /** The states of the jobs that Temporal lists, which it does a moment after they have changed. */
  async function lostStates(): Promise<(string | null)[]> {
    const jobs = await findJobsWithoutRow(engine.temporal, engine.pool, new Date(Date.now() - 3_600_000));
    return jobs.map(({ state }) => state);
  }

  async function notifiedEpochs(): Promise<boolean[]> {
    const { rows } = await engine.pool.query<{ isNotified: boolean }>(
      'select coalesce(notified_epoch = epoch, false) as "isNotified" from installation',
    );
    return rows.map(({ isNotified }) => isNotified);
  }
});

const PATIENCE = { timeout: 30_000, interval: 100 };
