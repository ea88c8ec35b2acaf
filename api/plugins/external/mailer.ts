import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { createMailer } from '../../../engine/mail/mailer.ts';
import type { Mailer } from '../../../engine/mail/mailer.ts';

declare module 'fastify' {
  interface FastifyInstance {
    mailer: Mailer;
  }
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const mailer = createMailer(app.config);
    app.decorate('mailer', mailer);
    app.addHook('onClose', () => mailer.close());
    done();
  },
  { name: 'mailer' },
);
