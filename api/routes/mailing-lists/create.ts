import type { FastifyInstance } from 'fastify';
import { insertMailingList } from '../../../engine/db/mailing-lists.ts';
import { lockOrganization } from '../../../engine/db/organizations.ts';
import { success } from '../../envelope.ts';
import { attributesOf } from '../../schemas/attributes.ts';
import { mailingListInput, readMailingList } from '../../schemas/mailing-list-input.ts';
import { renderMailingList } from '../../schemas/mailing-list-record.ts';

/** Adds a list to the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post('/mailing_lists', async ({ caller: { organizationId }, body }) => {
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
