import { SpanKind } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { queryAttributes } from './trace-queries.ts';

/** Allowlist of span attributes. Any other attribute that a library adds, now or in a later version, is not exported. */
const EXPORTED_ATTRIBUTES: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'db.system.name',
  'db.namespace',
  'db.query.text',
  'db.query.summary',
  'db.response.status_code',
  'server.address',
  'server.port',
  'error.type',
  'rows.length',
  'workflow_id',
  'run_id',
  'activity_id',
  'temporalWorkflowId',
  'temporalRunId',
  'temporalActivityId',
  'exception.type',
]);
const STATEMENT = 'db.query.text';

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
  const { name, kind, attributes } = named(span);
  return Object.create(span, {
    name: { value: name, enumerable: true },
    kind: { value: kind, enumerable: true },
    attributes: { value: told(attributes), enumerable: true },
    status: { value: { code: span.status.code }, enumerable: true },
    events: {
      value: span.events.map((event) => ({ ...event, attributes: told(event.attributes ?? {}) })),
      enumerable: true,
    },
  }) as ReadableSpan;
}

/** The span of a statement that slonik ran gets the names that other statements have; other spans keep theirs. */
function named({ name, kind, attributes }: ReadableSpan): Pick<ReadableSpan, 'name' | 'kind' | 'attributes'> {
  const { sql } = attributes;
  if (name !== 'slonik.executeQuery' || typeof sql !== 'string') return { name, kind, attributes };
  const query = queryAttributes(sql);
  return { name: query['db.query.summary'], kind: SpanKind.CLIENT, attributes: { ...attributes, ...query } };
}

function told(attributes: ReadableSpan['attributes']): ReadableSpan['attributes'] {
  const kept = Object.entries(attributes).filter(([name]) => EXPORTED_ATTRIBUTES.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === STATEMENT && typeof value === 'string' ? withoutLiterals(value) : value,
    ]),
  );
}
