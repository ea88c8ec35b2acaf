import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from '../../app-options.ts';

/** Notes the routes of calls under way, for what is said of a process that no longer responds. */
export default fp(
  (app: FastifyInstance, { underWay }: AppOptions, done: () => void) => {
    if (underWay === undefined) return done();
    app.addHook('onRequest', ({ method, routeOptions }, reply, next) => {
      const end = underWay(`${method} ${routeOptions.url ?? 'unknown'}`);
      // Emitted for a client that goes away as well.
      reply.raw.once('close', end);
      next();
    });
    done();
  },
  { name: 'under-way' },
);
