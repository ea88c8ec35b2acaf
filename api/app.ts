import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../engine/config.ts';
import type { Jobs } from './jobs.ts';
import { loadFolder } from './load-folder.ts';
import { answerFault } from './plugins/app/errors.ts';
import { API_PREFIX } from './prefix.ts';

/** What the app is built from; `jobs` stands in for Temporal in tests. */
export interface AppOptions {
  config: Config;
  logger: FastifyBaseLogger;
  jobs?: Jobs;
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
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: answerFault,
  });
  app.decorate('config', options.config);
  await loadFolder(app, folder('./plugins/external'), options);
  await loadFolder(app, folder('./plugins/app'), options);
  await app.register(
    async (api) => {
      api.addHook('onRequest', api.authenticate);
      api.addHook('onRequest', api.limitRate);
      await loadFolder(api, folder('./routes'));
    },
    { prefix: API_PREFIX },
  );
  return app;
}

function folder(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** One path segment may name a hundred subscribers by their addresses. */
const MAX_PARAMETER_LENGTH = 65_536;

declare module 'fastify' {
  interface FastifyInstance {
    config: Config;
  }
}
