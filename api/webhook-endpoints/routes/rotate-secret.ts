import type { FastifyInstance } from 'fastify';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { rotateWebhookSecret } from '../../../engine/db/webhooks/endpoints.ts';
import { createWebhookSecret, sealWebhookSecret } from '../../../engine/webhooks/secret.ts';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';
import { requireLockedWebhookEndpoint } from '../lookups.ts';
import { renderWebhookEndpoint, webhookEndpointWithSecret } from '../record.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Replaces the secret of a webhook endpoint. For 24 hours events are signed with the old one, too.',
  answer: webhookEndpointWithSecret,
};

/** Replaces the secret of an endpoint. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<{ Params: { id: string } }>(
    '/webhook_endpoints/:id/rotate_secret',
    described('rotateWebhookSecret', operation),
    async (request) => {
      const secret = createWebhookSecret();
      const until = new Date(Date.now() + BOUNDS.webhookOldSecret.max);
      const endpoint = await request.db.transaction(async (transaction) => {
        const current = await requireLockedWebhookEndpoint(transaction, request);
        await rotateWebhookSecret(transaction, current.id, sealWebhookSecret(app.secrets, current.id, secret), until);
        return current;
      });
      return success({ ...renderWebhookEndpoint(endpoint, request.caller.timeZone), secret });
    },
  );

  done();
}
