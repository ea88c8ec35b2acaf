import type { FastifyInstance } from 'fastify';
import { removeSeedList } from '../../../engine/lists/seed-lists.ts';
import { requireSeedList } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';

/** Deletes a seed list that no other record uses. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string } }>(
    '/seed_lists/:id',
    described('deleteSeedList', {
      tag: 'Seed lists',
      summary: 'Deletes a seed list that no other record uses.',
      answer: null,
    }),
    async (request) => {
      await removeSeedList(request.db, (db) => requireSeedList(db, request));
      return success(null);
    },
  );

  done();
}
