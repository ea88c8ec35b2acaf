import type { FastifyInstance } from 'fastify';
import { readSegmentSurroundings } from '../../../engine/db/segment-surroundings.ts';
import { countSegments, listSegments } from '../../../engine/db/segments.ts';
import { success } from '../../envelope.ts';
import { requireLocalList } from '../../lookups.ts';
import { countedPage, PAGES_OF_2000, readPaging } from '../../paging.ts';
import { renderSegmentSummary, segmentSummaryRecord } from '../../schemas/segment-record.ts';
import { described } from '../../openapi/operation.ts';
import { queryText, readQuery } from '../../schemas/query.ts';
import { objectOf } from '../../schemas/values.ts';
import { z } from 'zod/v4';

const filters = objectOf({
  name: queryText.describe('Exactly this name, whatever its case.'),
  name_contains: queryText.describe('A part of the name.'),
});
const operation = {
  tag: 'Segments',
  summary: 'Lists segments.',
  query: filters,
  paging: PAGES_OF_2000,
  answer: z.array(segmentSummaryRecord),
};

/** The segments of an organization or a list by id. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/segments', described(operation), ({ caller, query }) =>
    answer({ organizationId: caller.organizationId, mailingListId: null }, query),
  );

  app.get<{ Params: { id: string } }>('/mailing_lists/:id/segments', described(operation), async (request) => {
    const { organizationId, id } = await requireLocalList(app, request, request.params.id);
    return answer({ organizationId, mailingListId: id }, request.query);
  });

  async function answer(owner: { organizationId: number; mailingListId: number | null }, query: unknown) {
    const { name: is, name_contains: contains } = readQuery(query, filters);
    const name = { is, contains };
    const paging = readPaging(query, PAGES_OF_2000);
    const [segments, records, surroundings] = await Promise.all([
      listSegments(app.db, { ...owner, name }, paging),
      countSegments(app.db, { ...owner, name }),
      readSegmentSurroundings(app.db, owner.organizationId),
    ]);
    return success(
      segments.map((segment) => renderSegmentSummary(segment, surroundings)),
      countedPage(paging, records),
    );
  }

  done();
}
