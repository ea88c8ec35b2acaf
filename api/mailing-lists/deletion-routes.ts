import { findDeletionCode } from '../../engine/db/lists/list-deletion-codes.ts';
import { listDeletionKind } from '../../engine/job-kinds/list-deletion.ts';
import { listDeletionStart } from '../../engine/jobs/list-deletion.ts';
import { markDeletedWithCode } from '../../engine/lists/mailing-lists.ts';
import { InvalidRequest } from '../../engine/platform/errors.ts';
import { route } from '../http/route.ts';
import { jobRoutes } from '../jobs/job-routes.ts';
import { startJob } from '../jobs/start-job.ts';
import { mailingListDeletionRecord, renderListDeletion, requireListDeletion } from './deletion-record.ts';
import { requireMailingList } from './lookups.ts';

// A deletion cannot be cancelled.
const deletion = jobRoutes({
  kind: listDeletionKind,
  commands: ['pause', 'unpause'],
  path: '/mailing_lists/:id/deletion',
  resource: 'MailingListDeletion',
  permission: 'mailing_list.delete',
  tag: 'Extensions',
  ...{ noun: 'deletion', job: 'the deletion of a mailing list' },
  answer: mailingListDeletionRecord,
  find: requireListDeletion,
  startOf: listDeletionStart,
  render: renderListDeletion,
  showsProgress: false,
});

/** The second step of the deletion of a list, and the job that deletes its subscribers. */
export const deletionRoutes = [
  route({
    method: 'DELETE',
    path: '/mailing_lists/:id/confirmed/:code',
    operationId: 'deleteMailingList',
    permission: 'mailing_list.delete',
    tag: 'Mailing lists',
    summary: 'Deletes a mailing list. Its subscribers are deleted in the background.',
    answer: null,
    handle: async (request) => {
      const { id, organizationId } = await requireMailingList(request, request.params.id);
      const purpose = { mailingListId: id, organizationId: request.caller.organizationId };
      // Found before the list is locked, so that guessing codes delays no import.
      const codeId = await findDeletionCode(request.db, purpose, request.params.code);
      if (codeId === null) throw new CodeRefused();
      const { by } = request.caller;
      const jobKey = await markDeletedWithCode(request.db, { id, organizationId }, { codeId, by });
      if (jobKey === null) throw new CodeRefused();
      const start = listDeletionStart(
        { mailingListId: id, jobKey, organizationId },
        request.server.config.workflowIdPrefix,
      );
      await startJob(request, listDeletionKind, { id, start, createdBy: request.caller.by });
      return null;
    },
  }),
  ...deletion.commands,
  deletion.show,
];

class CodeRefused extends InvalidRequest {
  constructor() {
    super('the confirmation code is wrong, expired or already used');
  }
}
