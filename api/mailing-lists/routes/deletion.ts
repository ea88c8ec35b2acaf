import type { FastifyInstance } from 'fastify';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';
import { mailingListDeletionRecord, renderListDeletion, requireListDeletion } from '../deletion-record.ts';

/** How far the deletion of a list is. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/mailing_lists/:id/deletion',
    described('getMailingListDeletion', {
      tag: 'Extensions',
      summary: 'Shows the deletion of a mailing list, with its progress while it runs.',
      answer: mailingListDeletionRecord,
    }),
    async (request) => success(renderListDeletion(await requireListDeletion(request), request.caller.timeZone)),
  );

  done();
}
