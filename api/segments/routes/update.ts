import type { FastifyInstance } from 'fastify';
import { lockOrganization } from '../../../engine/db/accounts/organizations.ts';
import { readSegmentSurroundings } from '../../../engine/db/segments/context.ts';
import { updateSegment } from '../../../engine/db/segments/segments.ts';
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
  app.put<{ Params: { id: string } }>('/segments/:id', described(operation), async (request) => {
    const { organizationId } = await requireSegment(app.db, request);
    const attributes = attributesOf(request.body, 'segmentation_criteria', segmentInput);
    const updated = await app.db.transaction(async (db) => {
      await lockOrganization(db, organizationId);
      const current = await requireSegment(db, request);
      const segment = await readSegment(db, attributes, { ...current, segmentId: current.id });
      await updateSegment(db, current.id, segment);
      return { ...current, ...segment };
    });
    return success(renderSegment(updated, await readSegmentSurroundings(app.db, organizationId)));
  });

  done();
}
