import type { FastifyInstance } from 'fastify';
import { createDeletionCode } from '../../../engine/db/lists/list-deletion-codes.ts';
import { success } from '../../http/envelope.ts';
import { requireMailingList } from '../lookups.ts';
import { renderTime } from '../../http/times.ts';
import { described } from '../../openapi/operation.ts';
import { renderedTime } from '../../http/record-values.ts';
import { z } from 'zod/v4';

const operation = {
  tag: 'Mailing lists',
  summary: 'Begins the deletion of a mailing list with a code that confirms it, for two minutes and once.',
  answer: z.object({ delete_confirmation_code: z.string(), delete_confirmation_expires_at: renderedTime }).meta({
    id: 'DeleteConfirmationCode',
    examples: [
      {
        delete_confirmation_code: 'e796c28fc834eff9bab547a8169c8c02b2a7a0ae:1772443946',
        delete_confirmation_expires_at: '2026-03-02T09:32:26Z',
      },
    ],
  }),
};

/** The first step of deleting a list: a code that confirms it, for two minutes and once. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/mailing_lists/:id/delete_confirmation_code',
    described('createMailingListDeletionCode', operation),
    async (request, reply) => {
      const { caller, params } = request;
      const list = await requireMailingList(request, params.id);
      const purpose = { mailingListId: list.id, organizationId: caller.organizationId };
      const { code, expiresAt } = await createDeletionCode(request.db, purpose, app.config.deleteCodeValidityMs);
      void reply.header('cache-control', 'no-store');
      return success({
        delete_confirmation_code: code,
        delete_confirmation_expires_at: renderTime(expiresAt, caller.timeZone),
      });
    },
  );

  done();
}
