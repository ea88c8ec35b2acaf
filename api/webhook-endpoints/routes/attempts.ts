import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { countWebhookAttempts, listWebhookAttempts } from '../../../engine/db/webhooks/attempts.ts';
import { countedPage, PAGES_OF_100, readPaging, readCounted } from '../../http/paging.ts';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';
import { renderWebhookAttempt, webhookAttemptRecord } from '../attempt-record.ts';
import { requireWebhookEndpoint } from '../lookups.ts';

const operation = {
  tag: 'Extensions',
  summary: 'Lists the attempts to deliver events to a webhook endpoint within the last 30 days, the latest first.',
  paging: PAGES_OF_100,
  answer: z.array(webhookAttemptRecord),
};

/** The attempts at an endpoint. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/webhook_endpoints/:id/attempts',
    described('listWebhookAttempts', operation),
    async (request) => {
      const { id } = await requireWebhookEndpoint(request);
      const paging = readPaging(request.query, PAGES_OF_100);
      const [attempts, records] = await readCounted(
        request.read,
        (db) => listWebhookAttempts(db, id, paging),
        (db) => countWebhookAttempts(db, id),
      );
      const rendered = attempts.map((attempt) => renderWebhookAttempt(attempt, request.caller.timeZone));
      return success(rendered, countedPage(paging, records));
    },
  );

  done();
}
