import type { FastifyInstance } from 'fastify';
import { listApplicableFields } from '../../../engine/db/custom-fields.ts';
import { insertMailingList, isMailingListNameTaken } from '../../../engine/db/mailing-lists.ts';
import { lockOrganization } from '../../../engine/db/organizations.ts';
import { findSeedListNames } from '../../../engine/db/seed-lists.ts';
import { success } from '../../envelope.ts';
import { attributesOf } from '../../schemas/attributes.ts';
import { readMailingList } from '../../schemas/mailing-list-input.ts';
import { renderMailingList } from '../../schemas/mailing-list-record.ts';

/** Adds a list to the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post('/mailing_lists', async ({ caller: { organizationId }, body }) => {
    const attributes = attributesOf(body, 'mailing_list');
    const created = await app.db.transaction(async (db) => {
      await lockOrganization(db, organizationId);
      const list = await readMailingList(attributes, {
        current: null,
        organizationId,
        isNameTaken: (name) => isMailingListNameTaken(db, organizationId, name, null),
        fields: () => listApplicableFields(db, { organizationId, mailingListId: null }),
        findSeedLists: (wanted) => findSeedListNames(db, organizationId, wanted),
        hasSubscribers: () => Promise.resolve(false),
      });
      return insertMailingList(db, organizationId, list);
    });
    return success(renderMailingList(created));
  });

  done();
}
