import type { FastifyRequest } from 'fastify';
import { findDeletionCode } from '../../engine/db/lists/list-deletion-codes.ts';
import { noteListDeletionStarted } from '../../engine/db/lists/list-deletion-mark.ts';
import { listDeletionKind } from '../../engine/job-kinds/list-deletion.ts';
import { listDeletionStart } from '../../engine/jobs/list-deletion.ts';
import type { DeletedList } from '../../engine/jobs/list-deletion.ts';
import { markDeletedWithCode } from '../../engine/lists/mailing-lists.ts';
import { InvalidRequest } from '../../engine/platform/errors.ts';
import { route } from '../http/route.ts';
import { activityRoute } from '../jobs/activity.ts';
import { commandRoutes, verbOf } from '../jobs/command-routes.ts';
import type { JobRequest } from '../jobs/command-routes.ts';
import { mailingListDeletionRecord, renderListDeletion, requireListDeletion } from './deletion-record.ts';
import { requireMailingList } from './lookups.ts';

/** The second step of the deletion of a list, and the job that deletes its subscribers. */
export const deletionRoutes = [
  route({
    method: 'DELETE',
    path: '/mailing_lists/:id/confirmed/:code',
    operationId: 'deleteMailingList',
    permission: 'mailing_list.delete',
    tag: 'Mailing lists',
    summary: 'Deletes a mailing list, whose subscribers are deleted afterwards.',
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
      await start(request, { mailingListId: id, jobKey, organizationId });
      return null;
    },
  }),
  activityRoute({
    kind: listDeletionKind,
    operationId: 'listMailingListDeletionActivity',
    permission: 'mailing_list.delete',
    job: 'the deletion of a mailing list',
    path: '/mailing_lists/:id/deletion/activity',
    idOfJob: async (request) => (await requireListDeletion(request)).mailingListId,
  }),
  // A deletion cannot be cancelled.
  ...commandRoutes({
    commands: ['pause', 'unpause'],
    path: '/mailing_lists/:id/deletion',
    resource: 'MailingListDeletion',
    permission: 'mailing_list.delete',
    tag: 'Extensions',
    noun: 'deletion',
    summary: (command) => `${verbOf(command)} the deletion of a mailing list.`,
    answer: mailingListDeletionRecord,
    find: async (request: JobRequest) => {
      const row = await requireListDeletion(request);
      return { ...row, id: row.mailingListId };
    },
    startOf: listDeletionStart,
    noteStarted: noteListDeletionStarted,
    render: (request, row) => renderListDeletion(row, request.caller.timeZone),
  }),
  route({
    method: 'GET',
    path: '/mailing_lists/:id/deletion',
    operationId: 'getMailingListDeletion',
    permission: 'mailing_list.delete',
    tag: 'Extensions',
    summary: 'Shows the deletion of a mailing list, with its progress while it runs.',
    answer: mailingListDeletionRecord,
    handle: async (request) => renderListDeletion(await requireListDeletion(request), request.caller.timeZone),
  }),
];

/** Starts the deletion. If Temporal cannot be reached, maintenance starts it within a minute. */
async function start({ server: app, db }: FastifyRequest, deleted: DeletedList): Promise<void> {
  const job = listDeletionStart(deleted, app.config.workflowIdPrefix);
  if (await app.jobs.start(job)) await noteListDeletionStarted(db, deleted.mailingListId);
}

class CodeRefused extends InvalidRequest {
  constructor() {
    super('the confirmation code is wrong, expired or already used');
  }
}
