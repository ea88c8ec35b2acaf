import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import type { SecretBox } from '../../../engine/secrets/secret-box.ts';
import { openSecretBox } from '../../../engine/secrets/secret-key.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Opens and seals what the database keeps encrypted. */
    secrets: SecretBox;
  }
}

export default fp(
  async (app: FastifyInstance) => {
    app.decorate('secrets', await openSecretBox(app.config));
  },
  { name: 'secrets' },
);
