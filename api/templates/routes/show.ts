import type { FastifyInstance } from 'fastify';
import { success } from '../../http/envelope.ts';
import { renderTemplate, templateRecord } from '../record.ts';
import { requireTemplate } from '../lookups.ts';
import { described } from '../../openapi/operation.ts';

/** One template in detail. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/templates/:id',
    described('getTemplate', {
      tag: 'Templates',
      summary: 'Shows a campaign template in detail.',
      answer: templateRecord,
    }),
    async (request) => success(renderTemplate(await requireTemplate(request.db, request), request.caller.timeZone)),
  );

  done();
}
