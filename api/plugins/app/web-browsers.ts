import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { API_PREFIX } from '../../http/prefix.ts';
import { FromAnotherSite } from '../../http/errors.ts';
import { isOfThisSite } from '../../http/own-site.ts';
import { isSessionCall } from '../../sessions/cookie.ts';

/**
 * Rules for browsers: calls that another site has them make change nothing, answers are what their type says, and answers of the
 * API are not stored. Registered after the plugins that measure calls, which see these refusals, too.
 */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    app.addHook('onRequest', (request, _reply, next) => {
      next(
        READS.has(request.method) || isOfThisSite(request, app.config.publicUrl) ? undefined : new FromAnotherSite(),
      );
    });
    app.addHook('onSend', (request, reply, _payload, next) => {
      void reply.header('x-content-type-options', 'nosniff');
      const isOfApi = request.url.startsWith(`${API_PREFIX}/`);
      const isOfCaller = request.headers.authorization !== undefined || isSessionCall(request);
      if (isOfApi && isOfCaller && !reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
      next();
    });
    done();
  },
  { name: 'web-browsers', dependencies: ['request-log', 'tracing'] },
);

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
