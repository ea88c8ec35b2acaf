import type { FastifyInstance } from 'fastify';
import { changeMailingList } from '../../../engine/lists/mailing-lists.ts';
import { success } from '../../http/envelope.ts';
import { requireMailingList } from '../lookups.ts';
import { attributesOf } from '../../http/attributes.ts';
import { mailingListInput, readMailingList } from '../input.ts';
import { mailingListRecord, renderMailingList } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Mailing lists',
  summary: 'Changes what is sent of a mailing list.',
  body: objectOf({ mailing_list: mailingListInput.partial() }),
  example: { mailing_list: { name: 'Good news' } },
  answer: mailingListRecord,
};

/** Changes what is sent of a list. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string } }>(
    '/mailing_lists/:id',
    described('updateMailingList', operation),
    async (request) => {
      const list = await requireMailingList(request, request.params.id);
      const attributes = attributesOf(request.body, 'mailing_list', mailingListInput);
      const updated = await changeMailingList(request.db, list, (current, lookups) =>
        readMailingList(attributes, { organizationId: list.organizationId, current, lookups }),
      );
      return success(renderMailingList(updated));
    },
  );

  done();
}
