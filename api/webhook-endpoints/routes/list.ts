import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { listWebhookEndpoints } from '../../../engine/db/webhooks/endpoints.ts';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';
import { renderWebhookEndpoint, webhookEndpointRecord } from '../record.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Lists the webhook endpoints, the oldest first.',
  answer: z.array(webhookEndpointRecord),
};

/** The endpoints of the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/webhook_endpoints', described('listWebhookEndpoints', operation), async ({ caller, db }) => {
    const rows = await listWebhookEndpoints(db, caller.organizationId);
    return success(rows.map((row) => renderWebhookEndpoint(row, caller.timeZone)));
  });

  done();
}
