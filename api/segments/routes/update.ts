import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../engine/db/core/slonik.ts';
import { readSegmentContext } from '../../../engine/db/segments/context.ts';
import { changeSegment } from '../../../engine/lists/segments.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf } from '../../http/attributes.ts';
import { segmentInput } from '../clause-kinds.ts';
import { renderSegment, segmentRecord } from '../record.ts';
import { readSegment, requireSegment } from '../lookups.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Segments',
  summary: 'Gives a segment a name and clauses.',
  body: objectOf({ segmentation_criteria: segmentInput }),
  example: {
    segmentation_criteria: {
      name: 'Readers of one domain',
      clause: [{ type: 'subscriber_domain', operator: 'is', value: 'example.com' }],
    },
  },
  answer: segmentRecord,
};

/** Gives a segment a name and clauses. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string } }>('/segments/:id', described('updateSegment', operation), async (request) => {
    const { organizationId, mailingListId } = await requireSegment(request.db, request);
    const attributes = attributesOf(request.body, 'segmentation_criteria', segmentInput);
    const find = (db: Database) => requireSegment(db, request);
    const updated = await changeSegment(request.db, find, (lookups) => readSegment(attributes, mailingListId, lookups));
    return success(renderSegment(updated, await readSegmentContext(request.db, organizationId)));
  });

  done();
}
