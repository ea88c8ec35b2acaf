import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { WATCH } from '../../workflows/names.ts';
import { currentDetailsOf } from '../support/current-details.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { refuse } from '../support/refuse.ts';
import { runSluice } from '../support/sluice.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { PATIENCE } from './support/on-call-drill.ts';
import { openOnCallDocument } from './support/on-call-page.ts';
import type { OnCallDocument } from './support/on-call-page.ts';

const PAGE = 'A webhook endpoint gets no events';

describe('the delivery to a webhook endpoint, as operators see it', () => {
  let engine: TestEngine;
  let receiver: WebhookReceiver;
  let endpoint: number;
  let list: number;
  let page: OnCallDocument;
  beforeAll(async () => {
    engine = await startTestEngine({ METRICS: 'true' });
    page = openOnCallDocument(engine);
    list = await createList(engine, 'News');
  });
  afterAll(() => engine.stop());
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    const body = { webhook_endpoint: { url: receiver.url } };
    endpoint = succeed(await engine.call('POST', '/webhook_endpoints', body)).data.id as number;
  });
  afterEach(async () => {
    receiver.answer(204);
    await engine.call('DELETE', `/webhook_endpoints/${endpoint}`);
    await receiver.close();
  });

  it('is a job with its state, its progress and the last failure, until nothing waits', async () => {
    receiver.answer(500);
    await importOne();
    await untilAttempted();
    await untilListed(`webhook-endpoint/${endpoint}`);
    expect(await sluice('jobs', '--kind', 'webhook_endpoint', '--state', 'retrying')).toMatch(
      new RegExp(
        `^webhook-endpoint/${endpoint} +webhook_endpoint +.+ retrying .* 0 of 2 events delivered \\(Answered 500\\.\\)\\n$`,
      ),
    );
    const shown = await sluice('job', `webhook-endpoint/${endpoint}`);
    expect(shown).toMatch(/: retrying\n {2}organization 1 \(.+\), created /);
    expect(shown).toContain('error: Answered 500.');
    expect(await metric('retrying')).toBe(1);
    await vi.waitFor(async () => {
      const query = `JobState = 'retrying' and JobHealth = 'ok' and OrganizationId = '1'`;
      expect(await found(query)).toEqual([workflowId()]);
    }, PATIENCE);

    expect(await page.run(PAGE, 1, { endpointId: endpoint })).toContain('accepted retry');
    receiver.answer(204);
    await receiver.untilTaken(2);
    await vi.waitFor(
      async () => expect(await sluice('job', `webhook-endpoint/${endpoint}`)).toMatch(/: idle\n/),
      PATIENCE,
    );
    expect(await page.run(PAGE, 0)).toBe('No jobs found.\n');
    expect(await metric('retrying')).toBe(0);
    expect(await sluice('activity', `webhook-endpoint/${endpoint}`)).toMatch(/ UTC {2}retry +operator \S/);
  });

  it('takes no command but retry', async () => {
    receiver.answer('away');
    await importOne();
    await untilAttempted();
    expect(await sluice('job', `webhook-endpoint/${endpoint}`, 'pause')).toMatch(/does not take pause/);
  });

  it('is started again by maintenance when its workflow was terminated', async () => {
    receiver.answer('away');
    await importOne();
    await untilAttempted();
    await workflow().terminate('tested');
    await engine.pool.query(`update webhook_events set at = at - interval '1 minute'`);
    receiver.answer(204);
    const { result } = await maintain(engine.temporal, 'reconcile');
    expect(result).toMatchObject({ started: 1, failed: 0 });
    await receiver.untilTaken(2);
  });

  it('is stalled when Postgres refuses the work, and is freed by the command that the diagnosis names', async () => {
    const when = `new.endpoint_id = ${endpoint}`;
    const accept = await refuse(engine.pool, { before: 'insert', on: 'webhook_attempts', when });
    await importOne();
    await vi.waitFor(async () => expect(await view()).toMatchObject({ health: 'stalled' }), PATIENCE);
    expect(await sluice('job', `webhook-endpoint/${endpoint}`)).toContain(
      'refused_work: The work failed: Postgres refused the work with SQLSTATE 22000.',
    );
    expect(await currentDetailsOf(engine.temporal, workflowId())).toContain('stalled: needs an operator');
    await vi.waitFor(async () => {
      expect(await currentDetailsOf(engine.temporal, WATCH)).toContain(`- \`${workflowId()}\`, **refused_work:**`);
    }, PATIENCE);
    const { data } = succeed(await engine.call('GET', '/jobs/report'));
    expect(data.unhealthy).toMatchObject([
      { job_kind: 'webhook_endpoint', id: endpoint, organization_id: 1, mailing_list_id: null, health: 'stalled' },
    ]);

    await accept();
    await page.run(PAGE, 1, { endpointId: endpoint });
    await vi.waitFor(async () => expect((await workflow().describe()).status.name).toBe('COMPLETED'), PATIENCE);
    expect(new Set(receiver.taken().map(({ id }) => id)).size).toBe(2);
    expect(page.untried('webhook-jobs.test.ts')).toEqual([]);
  });

  it('is no job of clients', async () => {
    receiver.answer('away');
    await importOne();
    await untilAttempted();
    expect(await engine.call('GET', `/jobs/webhook_endpoint/${endpoint}`)).toMatchObject({ error_code: 'not_found' });
    const { data } = succeed(await engine.call('GET', '/jobs/all'));
    expect(new Set((data as { job_type: string }[]).map(({ job_type }) => job_type))).toEqual(
      new Set(['SubscriberImport']),
    );
  });

  const workflowId = () => `webhook-endpoint/${endpoint}`;
  const workflow = () => engine.temporal.workflow.getHandle(workflowId());
  const view = () => workflow().query('jobView');

  async function importOne(): Promise<void> {
    const id = await createImport(engine, list, 'email\nann@example.com\n');
    await untilEnded(engine, id);
    // The activity that writes an event announces it afterwards.
    await engine.temporal.workflow.getHandle(`subscriber-import/${id}`).result();
  }

  /** Waits until a round has failed and its end is known. */
  async function untilAttempted(): Promise<void> {
    await vi.waitFor(async () => expect(await view()).toMatchObject({ state: 'retrying' }), PATIENCE);
  }

  async function untilListed(name: string): Promise<void> {
    await vi.waitFor(async () => expect(await sluice('jobs')).toContain(name), PATIENCE);
  }

  async function found(query: string): Promise<string[]> {
    const ids: string[] = [];
    for await (const each of engine.temporal.workflow.list({ query })) ids.push(each.workflowId);
    return ids;
  }

  async function metric(state: string): Promise<number> {
    const { body } = await engine.app.inject({ method: 'GET', url: '/metrics' });
    const line = new RegExp(`^sluice_jobs\\{.*kind="webhook_endpoint",state="${state}",health="ok".*\\} (\\d+)$`, 'm');
    return Number(line.exec(body)?.[1]);
  }

  async function sluice(...args: string[]): Promise<string> {
    const { stdout, stderr } = await runSluice(args, configEnvironment(engine.config));
    return `${stdout}${stderr}`;
  }
});
