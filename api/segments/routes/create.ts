import type { FastifyInstance } from 'fastify';
import { readReferredClauses } from '../../../engine/db/segments/references.ts';
import { segmentText } from '../../../engine/db/segments/text.ts';
import { readSegmentContext } from '../../../engine/db/segments/context.ts';
import { createSegment } from '../../../engine/lists/segments.ts';
import { success } from '../../http/envelope.ts';
import { requireLocalList } from '../../mailing-lists/lookups.ts';
import { attributesOf } from '../../http/attributes.ts';
import { segmentInput } from '../clause-kinds.ts';
import { renderSegment, segmentRecord } from '../record.ts';
import { readSegment } from '../lookups.ts';
import { described } from '../../openapi/operation.ts';
import { queryFlag, readQuery } from '../../http/query.ts';
import { objectOf } from '../../http/values.ts';

const options = objectOf({ include_sql: queryFlag.describe('Whether the answer has criteria_sql.') });
const operation = {
  tag: 'Segments',
  summary: 'Adds a segment to a mailing list.',
  query: options,
  body: objectOf({ segmentation_criteria: segmentInput }),
  example: {
    segmentation_criteria: {
      name: 'Readers of one domain',
      clause: [{ type: 'subscriber_domain', operator: 'is', value: 'example.com' }],
    },
  },
  answer: segmentRecord,
};

/** Adds a segment to a list. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<{ Params: { id: string } }>(
    '/mailing_lists/:id/segments',
    described('createSegment', operation),
    async (request) => {
      const { organizationId, id: mailingListId } = await requireLocalList(request, request.params.id);
      const { include_sql: includesSql } = readQuery(request.query, options);
      const attributes = attributesOf(request.body, 'segmentation_criteria', segmentInput);
      const created = await createSegment(request.db, { organizationId, mailingListId }, (lookups) =>
        readSegment(attributes, mailingListId, lookups),
      );
      const context = await readSegmentContext(request.db, organizationId);
      const record = renderSegment(created, context);
      if (!includesSql) return success(record);
      const referred = await readReferredClauses(request.db, organizationId, created.clause);
      return success({ ...record, criteria_sql: segmentText(created, context, referred) });
    },
  );

  done();
}
