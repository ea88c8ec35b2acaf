import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { readTokenSecret } from '../../../engine/secrets/token-secret.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Signs the tokens that mail carries. */
    tokenSecret: Buffer;
  }
}

export default fp(
  async (app: FastifyInstance) => {
    app.decorate('tokenSecret', await readTokenSecret(app.config));
  },
  { name: 'tokens' },
);
