import type { FastifyInstance } from 'fastify';
import { deleteWebhookEndpoint } from '../../../engine/db/webhooks/endpoints.ts';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';
import { requireLockedWebhookEndpoint } from '../lookups.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Deletes a webhook endpoint with what waits for it and its attempts.',
  answer: null,
};

/** Deletes an endpoint. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string } }>(
    '/webhook_endpoints/:id',
    described('deleteWebhookEndpoint', operation),
    async (request) => {
      await request.db.transaction(async (transaction) => {
        const { id } = await requireLockedWebhookEndpoint(transaction, request);
        await deleteWebhookEndpoint(transaction, id);
      });
      return success(null);
    },
  );

  done();
}
