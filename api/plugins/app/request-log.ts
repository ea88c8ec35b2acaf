import fp from 'fastify-plugin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CLIENT_JOB_KINDS } from '../../../engine/job-kinds/index.ts';
import { withLogContext } from '../../../engine/platform/log-context.ts';
import type { LogContext } from '../../../engine/platform/log-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Context of the lines that this call logs. */
    logContext: LogContext;
  }
}

/** One line for each call: the route's pattern and never its URL, which may hold the addresses of subscribers. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    app.decorateRequest('logContext');
    app.addHook('onRequest', (request, _reply, next) => {
      request.logContext = contextOf(request, app.config.workflowIdPrefix);
      withLogContext(request.logContext, next);
    });
    // A body arrives in the course of something else than the hook before it.
    app.addHook('preValidation', (request, _reply, next) => withLogContext(request.logContext, next));

    app.addHook('onResponse', (request, reply, answered) => {
      const { method, routeOptions } = request;
      const line = {
        method,
        route: routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      };
      withLogContext(request.logContext, () => request.log.info(line, 'call answered'));
      answered();
    });
    done();
  },
  { name: 'request-log' },
);

function contextOf({ id, params, routeOptions }: FastifyRequest, workflowIdPrefix: string): LogContext {
  const jobId = Number((params as { id?: string } | undefined)?.id);
  const kind = CLIENT_JOB_KINDS.find(({ route }) => route && routeOptions.url?.includes(`/${route.path}/:id`));
  if (kind?.route === undefined || !Number.isSafeInteger(jobId)) return { requestId: id };
  return { requestId: id, [kind.route.logField]: jobId, workflowId: `${workflowIdPrefix}${kind.idPrefix}/${jobId}` };
}
