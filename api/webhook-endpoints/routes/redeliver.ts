import type { FastifyInstance } from 'fastify';
import { waitAgain } from '../../../engine/db/webhooks/attempts.ts';
import { NotFound, ValidationFailed } from '../../../engine/platform/errors.ts';
import { success } from '../../http/envelope.ts';
import { idOf } from '../../http/parameters.ts';
import { described } from '../../openapi/operation.ts';
import { requireWebhookEndpoint } from '../lookups.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Delivers the event of an attempt again, with the same webhook-id.',
  answer: null,
};

/** Delivers the event of an attempt again. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<{ Params: { id: string; attempt_id: string } }>(
    '/webhook_endpoints/:id/attempts/:attempt_id/redeliver',
    described('redeliverWebhook', operation),
    async (request) => {
      const attemptId = idOf(request.params.attempt_id, 'attempt');
      const endpoint = await requireWebhookEndpoint(request);
      if (!endpoint.enabled) throw new ValidationFailed('the webhook endpoint is disabled: send "enabled": true first');
      if (!(await waitAgain(request.db, endpoint.id, attemptId))) throw new NotFound('attempt');
      await app.jobs.retryDeliveries(endpoint, { type: 'api_key', id: request.caller.keyId });
      return success(null);
    },
  );

  done();
}
