import { SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import type { Client, Pool, PoolClient } from 'pg';
import { querySummary } from './query-summary.ts';

type Query = (...given: unknown[]) => unknown;

/**
 * Gives every statement of the pool a span below the active one, with the names of OpenTelemetry's stable conventions for
 * PostgreSQL. COPY is part of the active span.
 */
export function traceQueries(pool: Pool): void {
  pool.on('connect', (client) => {
    const traced = client as Omit<PoolClient, 'query'> & { query: Query };
    const query = traced.query.bind(client);
    const server = serverAttributes(client);
    traced.query = (...given) => {
      const text = statementOf(given[0]);
      if (text === null || trace.getActiveSpan() === undefined) return query(...given);
      return inSpan({ ...server, ...queryAttributes(text) }, query, given);
    };
  });
}

/** Attributes of a span that runs a statement; `db.query.summary` is also the name of the span. */
export interface QueryAttributes extends Attributes {
  readonly 'db.system.name': 'postgresql';
  readonly 'db.query.text': string;
  readonly 'db.query.summary': string;
}

/** The attributes that follow from the statement alone. */
export function queryAttributes(text: string): QueryAttributes {
  return { 'db.system.name': 'postgresql', 'db.query.text': text, 'db.query.summary': querySummary(text) };
}

const tracer = trace.getTracer('sluice');
const POSTGRES_PORT = 5432;

/** The database and the server as the client is configured. */
function serverAttributes({ database, host, port }: Client): Attributes {
  return {
    ...(database !== undefined && { 'db.namespace': database }),
    'server.address': host,
    ...(port !== POSTGRES_PORT && { 'server.port': port }),
  };
}

function statementOf(given: unknown): string | null {
  if (typeof given === 'string') return given;
  const { text, submit } = (given ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && typeof submit !== 'function' ? text : null;
}

function inSpan(attributes: QueryAttributes, query: Query, given: unknown[]): unknown {
  const span = tracer.startSpan(attributes['db.query.summary'], { kind: SpanKind.CLIENT, attributes });
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

const SQLSTATE = /^[0-9A-Z]{5}$/;

function end(span: Span, error: unknown): void {
  if (error instanceof Error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    const code = 'code' in error ? String(error.code) : null;
    // Failures of the connection have codes of their own, such as ECONNRESET.
    if (code !== null && SQLSTATE.test(code)) span.setAttribute('db.response.status_code', code);
    span.setAttribute('error.type', code ?? error.name);
  }
  span.end();
}
