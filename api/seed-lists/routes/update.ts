import type { FastifyInstance } from 'fastify';
import { lockOrganization } from '../../../engine/db/accounts/organizations.ts';
import { isSeedListNameTaken, updateSeedList } from '../../../engine/db/lists/seed-lists.ts';
import { requireSeedList } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf } from '../../http/attributes.ts';
import { readSeedList, seedListInput } from '../input.ts';
import { renderSeedList, seedListRecord } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Seed lists',
  summary: 'Changes what is sent of a seed list.',
  body: objectOf({ seed_list: seedListInput.partial() }),
  example: { seed_list: { addresses_array: ['bob@example.com'] } },
  answer: seedListRecord,
};

/** Changes what is sent of a seed list. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string } }>('/seed_lists/:id', described(operation), async (request) => {
    const { id, organizationId } = await requireSeedList(app.db, request);
    const attributes = attributesOf(request.body, 'seed_list', seedListInput);
    const updated = await app.db.transaction(async (db) => {
      await lockOrganization(db, organizationId);
      const current = await requireSeedList(db, request);
      const list = await readSeedList(attributes, current, (name) => isSeedListNameTaken(db, organizationId, name, id));
      return updateSeedList(db, id, list);
    });
    return success(renderSeedList(updated));
  });

  done();
}
