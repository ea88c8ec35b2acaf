import type { FastifyInstance } from 'fastify';
import { subscriberImportKind } from '../../../engine/job-kinds/subscriber-import.ts';
import { addActivityRoute } from '../../jobs/activity.ts';
import { requireSubscriberImport } from '../../mailing-lists/lookups.ts';

/** The commands that an import took, with their senders. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  addActivityRoute(app, {
    kind: subscriberImportKind,
    operationId: 'listSubscriberImportActivity',
    job: 'an import',
    path: '/subscriber_imports/:id/activity',
    idOfJob: async (request) => (await requireSubscriberImport(request, request.params.id)).id,
  });

  done();
}
