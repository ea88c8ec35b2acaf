import type { FastifyInstance } from 'fastify';
import { removeSegment } from '../../../engine/lists/segments.ts';
import { success } from '../../http/envelope.ts';
import { requireSegment } from '../lookups.ts';
import { described } from '../../openapi/operation.ts';

/** Deletes a segment that nothing unfinished uses. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string } }>(
    '/segments/:id',
    described('deleteSegment', {
      tag: 'Segments',
      summary: 'Deletes a segment that nothing unfinished uses.',
      answer: null,
    }),
    async (request) => {
      await removeSegment(request.db, (db) => requireSegment(db, request));
      return success(null);
    },
  );

  done();
}
