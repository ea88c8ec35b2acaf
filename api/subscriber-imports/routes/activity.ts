import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { subscriberImportKind } from '../../../engine/job-kinds/subscriber-import.ts';
import { success } from '../../http/envelope.ts';
import { jobActivityRecord, readJobActivity } from '../../jobs/activity.ts';
import { described } from '../../openapi/operation.ts';
import { requireSubscriberImport } from '../../mailing-lists/lookups.ts';

/** The commands that an import took, with their senders. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/subscriber_imports/:id/activity',
    described('listSubscriberImportActivity', {
      tag: 'Extensions',
      summary: 'Lists the commands that an import took with their senders, the oldest first.',
      answer: z.array(jobActivityRecord),
    }),
    async (request) => {
      const { id } = await requireSubscriberImport(app, request, request.params.id);
      return success(await readJobActivity(app, subscriberImportKind, id, request.caller.timeZone));
    },
  );

  done();
}
