import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../../engine/db/core/slonik.ts';
import { readSegmentContext } from '../../../engine/db/segments/context.ts';
import { countSegments, listSegments } from '../../../engine/db/segments/segments.ts';
import { success } from '../../http/envelope.ts';
import { requireLocalList } from '../../mailing-lists/lookups.ts';
import { countedPage, PAGES_OF_2000, readPaging, readCounted } from '../../http/paging.ts';
import { renderSegmentSummary, segmentSummaryRecord } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { queryText, readQuery } from '../../http/query.ts';
import { objectOf } from '../../http/values.ts';
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

/** As many as have less than `pageBytes` together when each has `segmentText`, which Postgres writes with spaces. */
const SEGMENTS_PER_READ = 40;

/** The segments of an organization or a list by id. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/segments', described('listSegments', operation), (request) =>
    answer(request, { organizationId: request.caller.organizationId, mailingListId: null }),
  );

  app.get<{ Params: { id: string } }>(
    '/mailing_lists/:id/segments',
    described('listSegmentsInMailingList', operation),
    async (request) => {
      const { organizationId, id } = await requireLocalList(request, request.params.id);
      return answer(request, { organizationId, mailingListId: id });
    },
  );

  async function answer(
    { query, read }: FastifyRequest,
    owner: { organizationId: number; mailingListId: number | null },
  ) {
    const { name: is, name_contains: contains } = readQuery(query, filters);
    const name = { is, contains };
    const paging = readPaging(query, PAGES_OF_2000);
    const list = async (db: Database) => {
      const context = await readSegmentContext(db, owner.organizationId);
      const summaries: Record<string, unknown>[] = [];
      // Clauses are much larger than what is shown of them, so few are held in memory at a time.
      for (let at = 0; at < paging.limit; at += SEGMENTS_PER_READ) {
        const part = { limit: Math.min(SEGMENTS_PER_READ, paging.limit - at), offset: paging.offset + at };
        const segments = await listSegments(db, { ...owner, name }, part);
        summaries.push(...segments.map((segment) => renderSegmentSummary(segment, context)));
        if (segments.length < part.limit) break;
      }
      return summaries;
    };
    const [summaries, records] = await readCounted(read, list, (db) => countSegments(db, { ...owner, name }));
    return success(summaries, countedPage(paging, records));
  }

  done();
}
