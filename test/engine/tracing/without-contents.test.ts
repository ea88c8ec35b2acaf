import { SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect, it } from 'vitest';
import { withoutContents } from '../../../engine/tracing/without-contents.ts';

it('lets a span tell of ids, routes and statements, and of nothing that a row could be quoted in', () => {
  const memory = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(withoutContents(memory))] });
  const span = provider.getTracer('test').startSpan('SQL select');
  span.setAttributes({
    'http.route': '/subscribers/:id',
    'db.statement': `select * from subscribers where email = 'planted''s@example.com' and id = $1`,
    'db.values': 'planted@example.com',
    'url.full': 'https://planted:planted@example.com',
  });
  span.recordException(new TypeError('planted@example.com is there already'));
  span.setStatus({ code: SpanStatusCode.ERROR, message: 'planted@example.com is there already' });
  span.end();

  const [exported] = memory.getFinishedSpans();

  expect(exported).toMatchObject({
    name: 'SQL select',
    attributes: {
      'http.route': '/subscribers/:id',
      'db.statement': 'select * from subscribers where email = ? and id = $1',
    },
    status: { code: SpanStatusCode.ERROR },
    events: [{ name: 'exception', attributes: { 'exception.type': 'TypeError' } }],
  });
  const { attributes, events, status } = exported!;
  expect(JSON.stringify({ attributes, events, status })).not.toContain('planted');
});
