import type { FastifyInstance } from 'fastify';
import { success } from '../../envelope.ts';
import { renderTemplate } from '../../schemas/template-record.ts';
import { requireTemplate } from '../../template-lookups.ts';

/** One template in detail. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>('/templates/:id', async (request) =>
    success(renderTemplate(await requireTemplate(app.db, request), request.caller.timeZone)),
  );

  done();
}
