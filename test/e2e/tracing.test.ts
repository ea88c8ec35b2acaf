import { fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lastingPort } from '../support/lasting-port.ts';
import type { Envelope, TestEngine } from '../support/engine.ts';
import { refusePoison } from '../support/refuse.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { startCollector, type Span } from './support/collector.ts';
import { startRoleProcess } from './support/role-process.ts';

describe('traces', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ LOG_LEVEL: 'error' });
    await engine.stopWorker();
  });
  afterAll(() => engine.stop());

  it('lead from a call through the workflow it starts to the SQL of its activities, and hold nothing of the rows', async () => {
    const collector = await startCollector();
    const config = { ...engine.config, port: await lastingPort(), otlpEndpoint: collector.endpoint };
    const worker = await startRoleProcess('worker', config);
    const api = await startRoleProcess('api', config);
    const list = await createList(engine, 'Traced');
    await refusePoison(engine.pool);

    const { id, traceId } = await startImport('email\nplanted-ann@example.com\nplanted-bad\n');
    await vi.waitFor(async () => {
      const { rows } = await engine.pool.query('select state from subscriber_imports where id = $1', [id]);
      expect(rows[0].state).toBe('finished');
    }, WAIT);
    await call(`/mailing_lists/${list}/subscribers`, { subscriber: { email: 'planted-poison@example.com' } });
    expect([await api.stop(), await worker.stop()]).toEqual([0, 0]);

    const spans = collector.spans();
    const pathOf = (span: Span): string[] => {
      const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
      return [...(parent ? pathOf(parent) : []), `${span.service} ${span.name}`];
    };
    const route = '/ga/api/v2/mailing_lists/:id/subscriber_imports';
    const merging = spans.find(
      ({ name, service }) => service === 'sluice-worker' && name.includes('insert import_logs'),
    );
    expect(merging?.traceId).toBe(traceId);
    expect(merging && pathOf(merging)).toEqual([
      `sluice-api POST ${route}`,
      'sluice-api StartWorkflow:subscriberImport',
      'sluice-worker RunWorkflow:subscriberImport',
      'sluice-worker StartActivity:importAtOnce',
      'sluice-worker RunActivity:importAtOnce',
      `sluice-worker ${merging?.name}`,
    ]);
    const { hostname, port, pathname } = new URL(engine.config.databaseUrl ?? '');
    expect(merging?.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.namespace': pathname.slice(1),
      'db.query.summary': merging?.name,
      'db.query.text': expect.stringContaining('insert into import_logs'),
      'server.address': hostname,
      'server.port': Number(port),
    });
    const ofCall = spans.filter((span) => span.traceId === traceId && span.service === 'sluice-api');
    expect(ofCall.find(({ name }) => name.startsWith('select mailing_lists'))?.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.query.text': expect.stringContaining('from mailing_lists'),
    });
    expect(spans.find(({ attributes }) => 'error.type' in attributes)?.attributes).toMatchObject({
      'db.query.summary': expect.stringContaining('insert subscribers'),
      'db.response.status_code': '23514',
      'error.type': '23514',
    });
    expect(ofCall.find(({ attributes }) => attributes['http.route'] === route)?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
    });
    expect(collector.bodies.join('\n')).not.toMatch(/planted/i);
    expect(collector.bodies.join('\n')).not.toContain(engine.apiKey);

    async function startImport(content: string) {
      // As a caller that has a trace of its own: ours goes on from it.
      const traceId = '0af7651916cd43dd8448eb211c80319c';
      const body = { column_mapping: ['email'], file_source: { type: 'json', content } };
      const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
      const answer = await call(`/mailing_lists/${list}/subscriber_imports`, { subscriber_import: body }, headers);
      return { id: answer.data.id as number, traceId };
    }

    async function call(path: string, body: object, headers: Record<string, string> = {}) {
      const response = await fetch(`http://127.0.0.1:${config.port}/ga/api/v2${path}`, {
        method: 'POST',
        headers: { authorization: `Basic ${engine.apiKey}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return (await response.json()) as Envelope;
    }
  });

  it('name the service and describe the process as the environment says', async () => {
    const collector = await startCollector();
    const worker = await startRoleProcess('worker', {
      ...engine.config,
      otlpEndpoint: collector.endpoint,
      otelServiceName: 'mail-imports',
      otelResourceAttributes: 'deployment.environment.name=test,team.name=a%20b',
    });
    const list = await createList(engine, 'Named');
    await untilEnded(engine, await createImport(engine, list, 'ann@example.com\n'));
    await worker.stop();

    expect(collector.resources()).toContainEqual({
      'service.name': 'mail-imports',
      'sluice.role': 'worker',
      'deployment.environment.name': 'test',
      'team.name': 'a b',
    });
  });

  const WAIT = { timeout: 60_000, interval: 50 };
});
