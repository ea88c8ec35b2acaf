import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';

/** One line for each call: the route's pattern and never its URL, which may hold the addresses of subscribers. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    app.addHook('onResponse', (request, reply, answered) => {
      request.log.info(
        {
          method: request.method,
          route: request.routeOptions.url ?? null,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'call answered',
      );
      answered();
    });
    done();
  },
  { name: 'request-log' },
);
