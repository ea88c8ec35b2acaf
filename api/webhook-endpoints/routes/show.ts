import type { FastifyInstance } from 'fastify';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';
import { requireWebhookEndpoint } from '../lookups.ts';
import { renderWebhookEndpoint, webhookEndpointRecord } from '../record.ts';

const operation = { tag: 'Extensions', summary: 'Shows a webhook endpoint.', answer: webhookEndpointRecord };

/** One endpoint. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/webhook_endpoints/:id',
    described('getWebhookEndpoint', operation),
    async (request) => success(renderWebhookEndpoint(await requireWebhookEndpoint(request), request.caller.timeZone)),
  );

  done();
}
