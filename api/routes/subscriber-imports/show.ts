import type { FastifyInstance } from 'fastify';
import { success } from '../../envelope.ts';
import { describeImport } from '../../import-detail.ts';
import { requireSubscriberImport } from '../../lookups.ts';

/** One import in full, live while it runs. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>('/subscriber_imports/:id', async (request) => {
    const row = await requireSubscriberImport(app, request, request.params.id);
    return success(await describeImport(app, row, request.caller.timeZone));
  });

  done();
}
