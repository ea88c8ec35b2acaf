import { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, propagation, trace } from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    traceContext: Context;
  }
}

/** A span for each call, from which those of its statements and of the jobs it starts hang; off without a collector. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    if (app.config.otlpEndpoint === undefined) return done();
    const tracer = trace.getTracer('sluice');

    app.decorateRequest('traceContext');
    app.addHook('onRequest', (request, _reply, next) => {
      const { method, headers, routeOptions } = request;
      const route = routeOptions.url ?? 'unknown route';
      const caller = propagation.extract(ROOT_CONTEXT, headers);
      const attributes = { 'http.request.method': method, 'http.route': route };
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, caller);
      request.traceContext = trace.setSpan(caller, span);
      context.with(request.traceContext, next);
    });
    // A body arrives in the course of something else than the hook before it.
    app.addHook('preValidation', (request, _reply, next) => context.with(request.traceContext, next));

    app.addHook('onResponse', (request, reply, answered) => {
      const span = trace.getSpan(request.traceContext);
      span?.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
      answered();
    });
    done();
  },
  { name: 'tracing' },
);
