import { readFile } from 'node:fs/promises';
import { fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lastingPort } from '../support/lasting-port.ts';
import { WATCH } from '../../workflows/names.ts';
import { serve } from '../engine/files/serve.ts';
import { currentDetailsOf } from '../support/current-details.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { refuse } from '../support/refuse.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { PATIENCE, stallImport } from './support/on-call-drill.ts';
import { startRoleProcess } from './support/role-process.ts';

/** The SDK serves it from its first failed workflow task on. */
const FAILED_TASKS = 'temporal_workflow_task_execution_failed_total';
const METRICS_OF_OTHERS = /^(temporal|process|nodejs)_/;

describe('metrics', () => {
  let engine: TestEngine;
  let port: number;
  beforeAll(async () => {
    port = await lastingPort();
    engine = await startTestEngine({ METRICS: 'true', METRICS_PORT: String(port), LOG_LEVEL: 'warn' });
    await engine.stopWorker();
  });
  afterAll(() => engine.stop());

  const apiMetrics = async () => (await engine.app.inject({ method: 'GET', url: '/metrics' })).body;
  const worker = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, body: await response.text() };
  };

  it('tell of calls, imports and rows, and every one that the dashboard shows exists', async () => {
    await startRoleProcess('worker', engine.config);
    const list = await createList(engine, 'Measured');
    await engine.upload('measured.csv', 'email\nbob@example.com\n');
    await untilEnded(engine, await createImport(engine, list, { type: 'upload_directory', filename: 'measured.csv' }));
    // Behind the other one: the first import of a worker may take longer than the second that an inline import has.
    const id = await createImport(engine, list, 'email\nann@example.com\nnot an address\n');
    await untilEnded(engine, id);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const failing = await createImport(engine, list, 'email\nann@example.com\n', { begins_at: later });
    await engine.temporal.workflow
      .getHandle(`subscriber-import/${failing}`)
      .signal('fail', 'The file is the wrong one.');
    await untilEnded(engine, failing);

    const ofApi = await apiMetrics();
    const ofWorker = (await worker('/metrics')).body;

    expect(ofApi).toMatch(
      /^sluice_http_request_duration_seconds_count\{.*method="POST",route="\/ga\/api\/v2\/mailing_lists\/:id\/subscriber_imports",status="200".*\} 3$/m,
    );
    expect(ofApi).toMatch(/^sluice_imports\{.*state="importing",health="ok".*\} 0$/m);
    expect(ofApi).toMatch(/^sluice_workers\{.*\} [1-9]\d*$/m);
    for (const queue of ['sluice', 'sluice-small', 'sluice-downloads']) {
      expect(ofApi).toMatch(
        new RegExp(`^sluice_task_queue_age_seconds\\{.*task_queue="${queue}".*\\} [\\d.e-]+$`, 'm'),
      );
    }
    expect(ofWorker).toMatch(/^sluice_activity_duration_seconds_count\{.*activity="mergeChunk",outcome="done".*\} 1$/m);
    expect(ofWorker).toMatch(
      /^sluice_activity_duration_seconds_count\{.*activity="importAtOnce",outcome="done".*\} 1$/m,
    );
    expect(ofWorker).toMatch(/^sluice_jobs_ended_total\{.*kind="subscriber_import",state="finished".*\} 2$/m);
    expect(ofWorker).toMatch(/^sluice_jobs_ended_total\{.*kind="subscriber_import",state="failed".*\} 1$/m);
    expect(ofWorker).toMatch(/^sluice_jobs_failed_total\{.*kind="subscriber_import",reason="FailedByOperator".*\} 1$/m);
    expect(ofWorker).toMatch(/^sluice_jobs_ended_total\{.*kind="list_deletion",state="finished".*\} 0$/m);
    expect(ofWorker).toMatch(/^sluice_rows_total\{.*outcome="added".*\} 2$/m);
    expect(ofWorker).toMatch(/^sluice_rows_total\{.*outcome="failed".*\} 1$/m);
    expect(ofWorker).toMatch(/^temporal_activity_schedule_to_start_latency_seconds_count\{.*\} [1-9]\d*$/m);

    const dashboard = await readFile('docs/grafana-dashboard.json', 'utf8');
    const shown = metricsIn(dashboard);
    // A metric without a series is named by its type.
    const lines = `${ofApi}\n${ofWorker}`.matchAll(/^(?:# TYPE )?([a-z_0-9]+)(?=[{ ])/gm);
    const served = new Set([...lines].map(([, name = '']) => name));
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((name) => !served.has(name))).toEqual([]);
    const alerted = metricsIn(await readFile('deploy/alerts.yaml', 'utf8')).filter((name) => name !== FAILED_TASKS);
    expect(alerted.length).toBeGreaterThan(5);
    expect(alerted.filter((name) => !served.has(name))).toEqual([]);
    // What is measured is there to be looked at, and described.
    const described = metricsIn(await readFile('docs/observability.md', 'utf8'));
    const ours = [...served].map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    expect(ours.filter((name) => !METRICS_OF_OTHERS.test(name) && !described.includes(name))).toEqual([]);
  });

  it('have the worker tell of its health', async () => {
    const role = await startRoleProcess('worker', engine.config);
    const parts = { worker: { state: 'up' }, postgres: { state: 'up' }, temporal: { state: 'up' } };
    expect(await worker('/healthz')).toEqual({ status: 200, body: JSON.stringify({ status: 'up', parts }) });
    expect(await worker('/readyz')).toEqual({ status: 200, body: JSON.stringify({ status: 'ready', parts }) });
    expect((await worker('/')).status).toBe(404);
    expect(await role.stop()).toBe(0);
  });

  it('count an import that waits for its time by state and health', async () => {
    const list = await createList(engine, 'Held');
    await engine.startWorker({ metricsPort: null });
    const body = {
      column_mapping: ['email'],
      begins_at: new Date(Date.now() + 3_600_000).toISOString(),
      file_source: { type: 'json', content: 'email\nann@example.com\n' },
    };
    await engine.call('POST', `/mailing_lists/${list}/subscriber_imports`, { subscriber_import: body });
    expect(await apiMetrics()).toMatch(/^sluice_imports\{.*state="scheduled",health="ok".*\} 1$/m);
    await engine.stopWorker();
  });

  it('count downloads that wait for a slot apart from the other tasks', async () => {
    const server = await serve((_, response) => void response.write('email\n'));
    const list = await createList(engine, 'Downloaded');
    await engine.startWorker({ metricsPort: null, downloadConcurrency: 1 });
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push(await createImport(engine, list, { type: 'url', url: server.origin() }));

    await vi.waitFor(async () => {
      const metrics = await apiMetrics();
      expect(metrics).toMatch(/^sluice_task_queue_tasks\{.*task_queue="sluice-downloads".*\} 2$/m);
      expect(metrics).toMatch(/^sluice_task_queue_tasks\{.*task_queue="sluice".*\} 0$/m);
      expect(metrics).toMatch(/^sluice_task_queue_age_seconds\{.*task_queue="sluice-downloads".*\} [1-9]/m);
    }, PATIENCE);
    expect(await currentDetailsOf(engine.temporal, WATCH)).toContain('2 (`sluice-downloads`)');

    for (const id of ids) await engine.call('POST', `/subscriber_imports/${id}/cancel`);
    for (const id of ids) await untilEnded(engine, id);
    await engine.stopWorker();
  });

  it('count a stalled import as one that waits for somebody, and as none once it goes on', async () => {
    await engine.startWorker({ metricsPort: null });
    const { id, heal } = await stallImport(engine);
    // Temporal's lists follow a job with a little delay.
    await vi.waitFor(async () => {
      const metrics = await apiMetrics();
      expect(metrics).toMatch(/^sluice_imports\{.*state="importing",health="stalled".*\} 1$/m);
      expect(metrics).toMatch(/^sluice_imports\{.*state="importing",health="ok".*\} 0$/m);
    }, PATIENCE);

    await heal();
    await engine.temporal.workflow.getHandle(`subscriber-import/${id}`).signal('retry');
    await untilEnded(engine, id);
    await vi.waitFor(async () => expect(await apiMetrics()).not.toContain('health="stalled"'), PATIENCE);
    await engine.stopWorker();
  });

  it('count a list deletion that is stalled or stuck like an import, and none once it has ended', async () => {
    const list = await createList(engine, 'Deleted');
    const workflow = engine.temporal.workflow.getHandle(`list-deletion/${list}`);
    await engine.pool.query(`insert into subscribers (mailing_list_id, key, email) values ($1, 'a@x.io', 'a@x.io')`, [
      list,
    ]);
    const when = `old.mailing_list_id = ${list}`;
    const accept = await refuse(engine.pool, { before: 'delete', on: 'subscribers', when, sqlstate: '23000' });
    const { data } = await engine.call('GET', `/mailing_lists/${list}/delete_confirmation_code`);
    await engine.call('DELETE', `/mailing_lists/${list}/confirmed/${data.delete_confirmation_code}`);
    const untilCounted = (state: string, health: string, count: number) =>
      vi.waitFor(async () => {
        const line = `^sluice_jobs\\{.*kind="list_deletion",state="${state}",health="${health}".*\\} ${count}$`;
        expect(await apiMetrics()).toMatch(new RegExp(line, 'm'));
      }, PATIENCE);

    await untilCounted('cancelling_jobs', 'ok', 1);
    const holder = await engine.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from subscribers where mailing_list_id = $1 for update', [list]);
    await engine.startWorker({ metricsPort: null });
    await workflow.signal('diagnosed', { cause: 'lock_wait', sentence: 'It waits for a lock.', remedy: 'unblock' });
    await untilCounted('deleting_subscribers', 'stuck', 1);
    await holder.query('commit');
    holder.release();
    await untilCounted('deleting_subscribers', 'stalled', 1);
    await untilCounted('deleting_subscribers', 'ok', 0);
    await accept();
    // A diagnosis is taken back by the next look, which is switched off here.
    await workflow.signal('diagnosed', null);
    await workflow.signal('retry');
    await workflow.result();
    await vi.waitFor(async () => expect(await apiMetrics()).not.toMatch(/list_deletion.*health="stalled"/), PATIENCE);
    await engine.stopWorker();
  });

  it('show that a worker keeps few workflows in memory, however many there are', async () => {
    const list = await createList(engine, 'Later');
    const role = await startRoleProcess('worker', engine.config);
    const begins_at = new Date(Date.now() + 3_600_000).toISOString();
    const ids = [];
    for (let i = 0; i < 70; i++) ids.push(await createImport(engine, list, 'email\nann@example.com\n', { begins_at }));

    await vi.waitFor(async () => {
      const { body } = await worker('/metrics');
      expect(body).toMatch(/^temporal_workflow_task_queue_poll_succeed\w*\{.*\} (7\d|[89]\d|[1-9]\d\d)$/m);
    }, PATIENCE);
    expect((await worker('/metrics')).body).toMatch(/^temporal_sticky_cache_size\{.*task_queue="sluice".*\} 6[0-4]$/m);

    // One that is not in memory any more goes on all the same.
    const [first = 0] = ids;
    await engine.call('POST', `/subscriber_imports/${first}/cancel`);
    expect(await untilEnded(engine, first)).toMatchObject({ state: 'cancelled' });
    expect(await role.stop()).toBe(0);
  });

  it('are not served unless they are asked for', async () => {
    const other = await startTestEngine();
    expect((await other.app.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404);
    await other.stop();
  });
});

function metricsIn(text: string): string[] {
  const names = text.match(/\b(sluice|temporal|process|nodejs)_[a-z0-9_]+\b/g) ?? [];
  return [...new Set(names)].filter((name) => !name.startsWith('sluice_dashboard'));
}
