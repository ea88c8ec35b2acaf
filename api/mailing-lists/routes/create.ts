import type { FastifyInstance } from 'fastify';
import { insertMailingList } from '../../../engine/db/lists/mailing-lists.ts';
import { lockOrganization } from '../../../engine/db/accounts/organizations.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf } from '../../http/attributes.ts';
import { mailingListInput, readMailingList } from '../input.ts';
import { mailingListRecord, renderMailingList } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Mailing lists',
  summary: 'Adds a mailing list.',
  body: objectOf({ mailing_list: mailingListInput }),
  example: { mailing_list: { name: 'News', d_from_email: 'news@example.com' } },
  answer: mailingListRecord,
};

/** Adds a list to the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post('/mailing_lists', described(operation), async ({ caller: { organizationId }, body }) => {
    const attributes = attributesOf(body, 'mailing_list', mailingListInput);
    const created = await app.db.transaction(async (db) => {
      await lockOrganization(db, organizationId);
      const list = await readMailingList(attributes, { db, organizationId, current: null });
      return insertMailingList(db, organizationId, list);
    });
    return success(renderMailingList(created));
  });

  done();
}
