import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import type { Cache } from '../../../engine/cache/cache.ts';
import { createCache } from '../../../engine/cache/create-cache.ts';

declare module 'fastify' {
  interface FastifyInstance {
    cache: Cache;
  }
}

export default fp(
  async (app: FastifyInstance) => {
    const cache = await createCache(app.config.redisUrl, app.log);
    app.decorate('cache', cache);
    app.addHook('onClose', () => cache.close());
  },
  { name: 'cache' },
);
