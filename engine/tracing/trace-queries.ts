import { SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import type { Pool, PoolClient } from 'pg';

type Query = (...given: unknown[]) => unknown;

/** Gives every statement of the pool a span of its own below the work under way; COPY belongs to that work itself. */
export function traceQueries(pool: Pool): void {
  pool.on('connect', (client) => {
    const traced = client as Omit<PoolClient, 'query'> & { query: Query };
    const query = traced.query.bind(client);
    traced.query = (...given) => {
      const text = statementOf(given[0]);
      return text === null || trace.getActiveSpan() === undefined ? query(...given) : inSpan(text, query, given);
    };
  });
}

const tracer = trace.getTracer('sluice');

function statementOf(given: unknown): string | null {
  if (typeof given === 'string') return given;
  const { text, submit } = (given ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && typeof submit !== 'function' ? text : null;
}

function inSpan(text: string, query: Query, given: unknown[]): unknown {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query';
  const attributes = { 'db.system': 'postgresql', 'db.statement': text };
  const span = tracer.startSpan(`SQL ${verb}`, { kind: SpanKind.CLIENT, attributes });
  const callback = given.at(-1);
  if (typeof callback === 'function') {
    const answered = (error: unknown, ...rest: unknown[]) => {
      end(span, error);
      (callback as Query)(error, ...rest);
    };
    return query(...given.slice(0, -1), answered);
  }
  const result = query(...given);
  if (result instanceof Promise) {
    result.then(
      () => end(span, null),
      (error: unknown) => end(span, error),
    );
  } else {
    end(span, null);
  }
  return result;
}

function end(span: Span, error: unknown): void {
  if (error instanceof Error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    if ('code' in error) span.setAttribute('db.response.status_code', String(error.code));
  }
  span.end();
}
