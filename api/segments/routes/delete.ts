import type { FastifyInstance } from 'fastify';
import { lockOrganization } from '../../../engine/db/accounts/organizations.ts';
import { deleteSegment, isSegmentUsed } from '../../../engine/db/segments/segments.ts';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import { success } from '../../http/envelope.ts';
import { requireSegment } from '../lookups.ts';
import { described } from '../../openapi/operation.ts';

/** Deletes a segment that nothing unfinished uses. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string } }>(
    '/segments/:id',
    described({ tag: 'Segments', summary: 'Deletes a segment that nothing unfinished uses.', answer: null }),
    async (request) => {
      const { organizationId } = await requireSegment(app.db, request);
      await app.db.transaction(async (db) => {
        await lockOrganization(db, organizationId);
        const segment = await requireSegment(db, request);
        if (await isSegmentUsed(db, segment)) {
          throw new ValidationFailed(
            'the segment is used by an unfinished campaign, an autoresponder or another segment',
          );
        }
        await deleteSegment(db, segment.id);
      });
      return success(null);
    },
  );

  done();
}
