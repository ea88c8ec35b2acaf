import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect, it } from 'vitest';
import { withoutContents } from '../../../engine/tracing/without-contents.ts';

it('lets a span tell of ids, routes and statements, and of nothing that a row could be quoted in', () => {
  const memory = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(withoutContents(memory))] });
  const span = provider.getTracer('test').startSpan('select subscribers');
  span.setAttributes({
    'http.route': '/subscribers/:id',
    'db.query.text': `select * from subscribers where email = 'planted''s@example.com' and id = $1`,
    'db.values': 'planted@example.com',
    'url.full': 'https://planted:planted@example.com',
  });
  span.recordException(new TypeError('planted@example.com is there already'));
  span.setStatus({ code: SpanStatusCode.ERROR, message: 'planted@example.com is there already' });
  span.end();

  const [exported] = memory.getFinishedSpans();

  expect(exported).toMatchObject({
    name: 'select subscribers',
    attributes: {
      'http.route': '/subscribers/:id',
      'db.query.text': 'select * from subscribers where email = ? and id = $1',
    },
    status: { code: SpanStatusCode.ERROR },
    events: [{ name: 'exception', attributes: { 'exception.type': 'TypeError' } }],
  });
  const { attributes, events, status } = exported!;
  expect(JSON.stringify({ attributes, events, status })).not.toContain('planted');
});

it('gives the spans of slonik the names that other statements have', () => {
  const memory = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(withoutContents(memory))] });
  const span = provider.getTracer('slonik').startSpan('slonik.executeQuery');
  span.setAttribute('sql', `select id from mailing_lists where name = 'planted'`);
  span.end();

  const [exported] = memory.getFinishedSpans();

  expect(exported).toMatchObject({ name: 'select mailing_lists', kind: SpanKind.CLIENT });
  expect(exported?.attributes).toEqual({
    'db.system.name': 'postgresql',
    'db.query.summary': 'select mailing_lists',
    'db.query.text': 'select id from mailing_lists where name = ?',
  });
});
