import type { FastifyInstance } from 'fastify';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { insertWebhookEndpoint, reserveWebhookEndpointId } from '../../../engine/db/webhooks/endpoints.ts';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import { createWebhookSecret, sealWebhookSecret } from '../../../engine/webhooks/secret.ts';
import { attributesOf } from '../../http/attributes.ts';
import { success } from '../../http/envelope.ts';
import { objectOf } from '../../http/values.ts';
import { described } from '../../openapi/operation.ts';
import { readWebhookEndpoint, webhookEndpointInput } from '../input.ts';
import { renderWebhookEndpoint, webhookEndpointWithSecret } from '../record.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Adds a webhook endpoint, to which events of jobs are delivered.',
  body: objectOf({ webhook_endpoint: webhookEndpointInput }),
  example: { webhook_endpoint: { url: 'https://hooks.example.com/sluice', events: ['job.finished', 'job.failed'] } },
  answer: webhookEndpointWithSecret,
};

/** Adds an endpoint to the caller's organization, with a new secret. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post('/webhook_endpoints', described('createWebhookEndpoint', operation), async ({ body, caller, db }) => {
    const attributes = attributesOf(body, 'webhook_endpoint', webhookEndpointInput);
    const read = readWebhookEndpoint(attributes, null, app.config);
    const id = await reserveWebhookEndpointId(db);
    const secret = createWebhookSecret();
    const { organizationId, timeZone } = caller;
    const row = { ...read, id, organizationId, secret: sealWebhookSecret(app.secrets, id, secret) };
    const created = await insertWebhookEndpoint(db, row, MAXIMUM);
    if (created === null) {
      throw new ValidationFailed(`the organization has ${MAXIMUM} webhook endpoints: delete or change one of them`);
    }
    return success({ ...renderWebhookEndpoint(created, timeZone), secret });
  });

  done();
}

const MAXIMUM = BOUNDS.webhookEndpoints.max;
