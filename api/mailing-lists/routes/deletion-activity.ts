import type { FastifyInstance } from 'fastify';
import { listDeletionKind } from '../../../engine/job-kinds/list-deletion.ts';
import { addActivityRoute } from '../../jobs/activity.ts';
import { requireListDeletion } from '../deletion-record.ts';

/** The commands that the deletion of a mailing list took, with their senders. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  addActivityRoute(app, {
    kind: listDeletionKind,
    operationId: 'listMailingListDeletionActivity',
    job: 'the deletion of a mailing list',
    path: '/mailing_lists/:id/deletion/activity',
    idOfJob: async (request) => (await requireListDeletion(request)).mailingListId,
  });

  done();
}
