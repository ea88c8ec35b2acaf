import type { FastifyInstance } from 'fastify';
import { readSegmentContext } from '../../../engine/db/segments/context.ts';
import { success } from '../../http/envelope.ts';
import { renderSegment, segmentRecord } from '../record.ts';
import { requireSegment } from '../lookups.ts';
import { described } from '../../openapi/operation.ts';

/** One segment with its clauses. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/segments/:id',
    described('getSegment', { tag: 'Segments', summary: 'Shows a segment with its clauses.', answer: segmentRecord }),
    async (request) => {
      const segment = await requireSegment(request.db, request);
      return success(renderSegment(segment, await readSegmentContext(request.db, segment.organizationId)));
    },
  );

  done();
}
