import type { FastifyInstance } from 'fastify';
import { lockMailingList, updateMailingList } from '../../../engine/db/lists/mailing-lists.ts';
import { lockOrganization } from '../../../engine/db/accounts/organizations.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
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
  app.put<{ Params: { id: string } }>('/mailing_lists/:id', described(operation), async (request) => {
    const { id, organizationId } = await requireMailingList(app, request, request.params.id);
    const attributes = attributesOf(request.body, 'mailing_list', mailingListInput);
    const updated = await app.db.transaction(async (db) => {
      await lockOrganization(db, organizationId);
      // Writers of subscribers hold the row for share: none can add one between the look at them and a new primary key.
      const current = await lockMailingList(db, id);
      if (current === null) throw new NotFound('mailing list');
      const list = await readMailingList(attributes, { db, organizationId, current });
      return updateMailingList(db, id, list);
    });
    return success(renderMailingList(updated));
  });

  done();
}
