import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';

/** Allowlist of span attributes. Any other attribute that a library adds, now or in a later version, is not exported. */
const EXPORTED_ATTRIBUTES: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'db.system',
  'db.statement',
  'db.response.status_code',
  'sql',
  'rows.length',
  'workflow_id',
  'run_id',
  'activity_id',
  'temporalWorkflowId',
  'temporalRunId',
  'temporalActivityId',
  'exception.type',
]);
const STATEMENTS: ReadonlySet<string> = new Set(['sql', 'db.statement']);

/**
 * Passes spans on with those attributes alone: messages of errors quote rows, and with them addresses of subscribers.
 */
export function withoutContents(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(stripped), done),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}

/** A statement with its values hidden: ours have parameters, but a library's may not. */
function withoutLiterals(statement: string): string {
  return statement.replace(/'(?:[^']|'')*'/g, '?');
}

function stripped(span: ReadableSpan): ReadableSpan {
  return Object.create(span, {
    attributes: { value: told(span.attributes), enumerable: true },
    status: { value: { code: span.status.code }, enumerable: true },
    events: {
      value: span.events.map((event) => ({ ...event, attributes: told(event.attributes ?? {}) })),
      enumerable: true,
    },
  }) as ReadableSpan;
}

function told(attributes: ReadableSpan['attributes']): ReadableSpan['attributes'] {
  const kept = Object.entries(attributes).filter(([name]) => EXPORTED_ATTRIBUTES.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      STATEMENTS.has(name) && typeof value === 'string' ? withoutLiterals(value) : value,
    ]),
  );
}
