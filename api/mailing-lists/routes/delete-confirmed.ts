import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findDeletionCode } from '../../../engine/db/lists/list-deletion-codes.ts';
import { noteListDeletionStarted } from '../../../engine/db/lists/list-deletion-mark.ts';
import { markDeletedWithCode } from '../../../engine/lists/mailing-lists.ts';
import { InvalidRequest } from '../../../engine/platform/errors.ts';
import { listDeletionStart } from '../../../engine/jobs/list-deletion.ts';
import type { DeletedList } from '../../../engine/jobs/list-deletion.ts';
import { success } from '../../http/envelope.ts';
import { requireMailingList } from '../lookups.ts';
import { described } from '../../openapi/operation.ts';

const operation = {
  tag: 'Mailing lists',
  summary: 'Deletes a mailing list, whose subscribers are deleted afterwards.',
  answer: null,
};

/** The second step: the list is marked deleted, and answered as such; its subscribers are deleted by a workflow. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string; code: string } }>(
    '/mailing_lists/:id/confirmed/:code',
    described('deleteMailingList', operation),
    async (request) => {
      const { id, organizationId } = await requireMailingList(request, request.params.id);
      const purpose = { mailingListId: id, organizationId: request.caller.organizationId };
      // Found before the list is locked, so that guessing codes delays no import.
      const codeId = await findDeletionCode(request.db, purpose, request.params.code);
      if (codeId === null) throw new CodeRefused();
      const { keyId } = request.caller;
      const jobKey = await markDeletedWithCode(request.db, { id, organizationId }, { codeId, keyId });
      if (jobKey === null) throw new CodeRefused();
      await start(request, { mailingListId: id, jobKey, organizationId });
      return success(null);
    },
  );

  /** The list is deleted in any case: maintenance starts within a minute what could not be started now. */
  async function start({ db }: FastifyRequest, deleted: DeletedList): Promise<void> {
    const job = listDeletionStart(deleted, app.config.workflowIdPrefix);
    if (await app.jobs.start(job)) await noteListDeletionStarted(db, deleted.mailingListId);
  }

  done();
}

class CodeRefused extends InvalidRequest {
  constructor() {
    super('the confirmation code is wrong, expired or already used');
  }
}
