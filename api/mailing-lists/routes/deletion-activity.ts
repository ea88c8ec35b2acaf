import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { listDeletionKind } from '../../../engine/job-kinds/list-deletion.ts';
import { success } from '../../http/envelope.ts';
import { jobActivityRecord, readJobActivity } from '../../jobs/activity.ts';
import { described } from '../../openapi/operation.ts';
import { requireListDeletion } from '../deletion-record.ts';

/** The commands that the deletion of a mailing list took, with their senders. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/mailing_lists/:id/deletion/activity',
    described('listMailingListDeletionActivity', {
      tag: 'Extensions',
      summary: 'Lists the commands that the deletion of a mailing list took with their senders, the oldest first.',
      answer: z.array(jobActivityRecord),
    }),
    async (request) => {
      const { mailingListId } = await requireListDeletion(app, request);
      return success(await readJobActivity(app, listDeletionKind, mailingListId, request.caller.timeZone));
    },
  );

  done();
}
