import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { confirm } from '../../../engine/subscribers/confirmation.ts';
import { CONFIRMATION_PAGES } from '../../subscribers/confirmation-page.ts';

/** The link in a confirmation mail: it is opened in a browser, so it has no credential and answers with a page. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    // No HEAD: what looks at a link without following it confirms nothing.
    app.get<{ Params: { token: string } }>('/confirm/:token', { exposeHeadRoute: false }, async (request, reply) => {
      const { status, html } = CONFIRMATION_PAGES[await confirm(request, request.params.token)];
      return reply.status(status).type('text/html; charset=utf-8').headers(HEADERS).send(html);
    });
    done();
  },
  { name: 'confirmation', dependencies: ['connections'] },
);

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
