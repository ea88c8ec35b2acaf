import { randomUUID } from 'node:crypto';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../engine/platform/config.ts';
import { BOUNDS } from '../engine/domain/bounds.ts';
import { answerUnreadable, limitConnections, timeLimits } from '../engine/platform/http-limits.ts';
import type { AppOptions } from './app-options.ts';
import { failure } from './http/envelope.ts';
import { closePipelinedAnswers } from './http/pipelined-answers.ts';
import { APP, EXTERNAL } from './plugins/all.ts';
import { answerFault } from './plugins/app/errors.ts';
import { API_PREFIX } from './http/prefix.ts';
import { register } from './http/route.ts';
import { CODE_OF } from './http/statuses.ts';
import { ROUTES } from './routes.ts';

/** Composes the API: plugins that own connections, then those of the app, then the routes. It does not listen. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.logger,
    // Addresses of subscribers are part of URLs, which the framework would log; plugins/app/request-log.ts does not.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.config.trustedProxies.length > 0 && [...options.config.trustedProxies],
    bodyLimit: options.config.maxBodyBytes,
    http: timeLimits(options.config.requestTimeoutMs),
    requestTimeout: options.config.requestTimeoutMs,
    pluginTimeout: START_LIMIT_MS,
    keepAliveTimeout: BOUNDS.idleConnection.max,
    connectionTimeout: BOUNDS.silentConnection.max,
    clientErrorHandler: (error, socket) =>
      answerUnreadable(error, socket, (message) => failure(CODE_OF.unreadable_body, message)),
    routerOptions: { maxParamLength: BOUNDS.pathText.max },
    frameworkErrors: answerFault,
  });
  limitConnections(app.server);
  closePipelinedAnswers(app.server);
  app.decorate('config', options.config);
  for (const plugin of [...EXTERNAL, ...APP]) await app.register(plugin, options);
  await app.register(
    (api, options, done) => {
      api.addHook('onRequest', api.requireSchema);
      for (const hook of [api.authenticate, api.limitRate, api.takeShare]) api.addHook('onRequest', ofCallers(hook));
      registerRoutes(api, options, done);
    },
    { prefix: API_PREFIX },
  );
  return app;
}

type CallHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Leaves out the calls that need no credential. */
function ofCallers(hook: CallHook): CallHook {
  return async (request, reply) => {
    if (request.routeOptions.config.operation?.isPublic !== true) await hook(request, reply);
  };
}

/** Of each plugin; the framework's ten seconds can pass on a machine that has far more to do than processors. */
const START_LIMIT_MS = 120_000;

/** Registers the routes of every resource. */
export function registerRoutes(api: FastifyInstance, _options: object, done: () => void): void {
  for (const route of ROUTES.flat()) register(api, route);
  done();
}

declare module 'fastify' {
  interface FastifyInstance {
    config: Config;
  }
}
