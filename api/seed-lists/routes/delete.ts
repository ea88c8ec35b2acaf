import type { FastifyInstance } from 'fastify';
import { lockOrganization } from '../../../engine/db/accounts/organizations.ts';
import { isSeedListUsed } from '../../../engine/db/lists/seed-list-uses.ts';
import { deleteSeedList } from '../../../engine/db/lists/seed-lists.ts';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import { requireSeedList } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';

/** Deletes a seed list that no other record uses. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string } }>(
    '/seed_lists/:id',
    described({ tag: 'Seed lists', summary: 'Deletes a seed list that no other record uses.', answer: null }),
    async (request) => {
      const { organizationId } = await requireSeedList(app.db, request);
      await app.db.transaction(async (db) => {
        await lockOrganization(db, organizationId);
        const { id } = await requireSeedList(db, request);
        if (await isSeedListUsed(db, id)) throw new ValidationFailed('the seed list is used by other records');
        await deleteSeedList(db, id);
      });
      return success(null);
    },
  );

  done();
}
