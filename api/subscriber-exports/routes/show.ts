import type { FastifyInstance } from 'fastify';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';
import { renderExport, subscriberExportRecord } from '../record.ts';
import { requireSubscriberExport } from '../lookups.ts';

/** One export. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/subscriber_exports/:id',
    described('getSubscriberExport', {
      tag: 'Subscriber exports',
      summary: 'Shows an export, with its progress while it runs.',
      answer: subscriberExportRecord,
    }),
    async (request) => success(renderExport(await requireSubscriberExport(app, request), request.caller.timeZone)),
  );

  done();
}
