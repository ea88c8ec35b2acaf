import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { subscriberExportKind } from '../../../engine/job-kinds/subscriber-export.ts';
import { success } from '../../http/envelope.ts';
import { jobActivityRecord, readJobActivity } from '../../jobs/activity.ts';
import { described } from '../../openapi/operation.ts';
import { requireSubscriberExport } from '../lookups.ts';

/** The commands that an export took, with their senders. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/subscriber_exports/:id/activity',
    described('listSubscriberExportActivity', {
      tag: 'Extensions',
      summary: 'Lists the commands that an export took with their senders, the oldest first.',
      answer: z.array(jobActivityRecord),
    }),
    async (request) => {
      const { id } = await requireSubscriberExport(app, request);
      return success(await readJobActivity(app, subscriberExportKind, id, request.caller.timeZone));
    },
  );

  done();
}
