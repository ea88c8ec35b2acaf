import type { FastifyInstance } from 'fastify';
import { updateWebhookEndpoint } from '../../../engine/db/webhooks/endpoints.ts';
import { attributesOf } from '../../http/attributes.ts';
import { success } from '../../http/envelope.ts';
import { objectOf } from '../../http/values.ts';
import { described } from '../../openapi/operation.ts';
import { readWebhookEndpoint, webhookEndpointInput } from '../input.ts';
import { requireLockedWebhookEndpoint } from '../lookups.ts';
import { renderWebhookEndpoint, webhookEndpointRecord } from '../record.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Changes what is sent of a webhook endpoint. What waits for an enabled endpoint is delivered immediately.',
  body: objectOf({ webhook_endpoint: webhookEndpointInput.partial() }),
  example: { webhook_endpoint: { enabled: true } },
  answer: webhookEndpointRecord,
};

/** Changes what is sent of an endpoint. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string } }>(
    '/webhook_endpoints/:id',
    described('updateWebhookEndpoint', operation),
    async (request) => {
      const attributes = attributesOf(request.body, 'webhook_endpoint', webhookEndpointInput);
      const updated = await request.db.transaction(async (transaction) => {
        const current = await requireLockedWebhookEndpoint(transaction, request);
        return updateWebhookEndpoint(transaction, current.id, readWebhookEndpoint(attributes, current, app.config));
      });
      if (updated.enabled && updated.waiting > 0) {
        await app.jobs.retryDeliveries(updated, { type: 'api_key', id: request.caller.keyId });
      }
      return success(renderWebhookEndpoint(updated, request.caller.timeZone));
    },
  );

  done();
}
