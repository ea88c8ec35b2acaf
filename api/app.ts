import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../engine/platform/config.ts';
import { BOUNDS } from '../engine/domain/bounds.ts';
import { answerUnreadable, limitConnections, timeLimits } from '../engine/platform/http-limits.ts';
import type { NoteUnderWay } from '../engine/watchdog/watchdog.ts';
import { failure } from './http/envelope.ts';
import type { Jobs } from './jobs/jobs.ts';
import { loadFolder } from './http/load-folder.ts';
import { closePipelinedAnswers } from './http/pipelined-answers.ts';
import { answerFault } from './plugins/app/errors.ts';
import { API_PREFIX } from './http/prefix.ts';
import { CODE_OF } from './http/statuses.ts';

/** What the app is built from; `jobs` stands in for Temporal in tests. */
export interface AppOptions {
  config: Config;
  logger: FastifyBaseLogger;
  jobs?: Jobs;
  /** Notes which routes are under way. */
  underWay?: NoteUnderWay;
}

/** Composes the API: plugins that own connections, then those of the app, then the routes. It does not listen. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.logger,
    // Addresses of subscribers are part of URLs, which the framework would log; plugins/app/request-log.ts does not.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: options.config.maxBodyBytes,
    http: timeLimits(options.config.requestTimeoutMs),
    requestTimeout: options.config.requestTimeoutMs,
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
  await loadFolder(app, folder('./plugins/external'), options);
  await loadFolder(app, folder('./plugins/app'), options);
  await app.register(
    async (api) => {
      api.addHook('onRequest', api.authenticate);
      api.addHook('onRequest', api.limitRate);
      api.addHook('onRequest', api.takeShare);
      await loadRoutes(api);
    },
    { prefix: API_PREFIX },
  );
  return app;
}

/** Registers the routes of every resource. */
export async function loadRoutes(api: FastifyInstance): Promise<void> {
  await loadFolder(api, folder('.'), {}, IS_ROUTE);
}

/** Each resource has its routes in a folder of that name. */
const IS_ROUTE = /^[^/\\]+[/\\]routes[/\\]/;

function folder(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

declare module 'fastify' {
  interface FastifyInstance {
    config: Config;
  }
}
