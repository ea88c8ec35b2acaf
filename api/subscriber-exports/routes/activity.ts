import type { FastifyInstance } from 'fastify';
import { subscriberExportKind } from '../../../engine/job-kinds/subscriber-export.ts';
import { addActivityRoute } from '../../jobs/activity.ts';
import { requireSubscriberExport } from '../lookups.ts';

/** The commands that an export took, with their senders. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  addActivityRoute(app, {
    kind: subscriberExportKind,
    operationId: 'listSubscriberExportActivity',
    job: 'an export',
    path: '/subscriber_exports/:id/activity',
    idOfJob: async (request) => (await requireSubscriberExport(request, request.params.id)).id,
  });

  done();
}
