import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import type { Database } from '../../engine/db/core/slonik.ts';
import { readSegmentContext } from '../../engine/db/segments/context.ts';
import { readReferredClauses } from '../../engine/db/segments/references.ts';
import { countSegments, listSegments } from '../../engine/db/segments/segments.ts';
import { segmentText } from '../../engine/db/segments/text.ts';
import { changeSegment, createSegment, removeSegment } from '../../engine/lists/segments.ts';
import { wrapped } from '../http/attributes.ts';
import { PAGES_OF_2000, readPage } from '../http/paging.ts';
import { queryFlag, queryText } from '../http/query.ts';
import type { Rendered } from '../http/record-values.ts';
import { route } from '../http/route.ts';
import type { InputOf } from '../http/route.ts';
import { objectOf } from '../http/values.ts';
import { requireLocalList } from '../mailing-lists/lookups.ts';
import { segmentInput } from './clause-kinds.ts';
import { countRoutes } from './count-routes.ts';
import { readSegment, requireSegment } from './lookups.ts';
import { renderSegment, renderSegmentSummary, segmentRecord, segmentSummaryRecord } from './record.ts';

const tag = 'Segments';

/** The body of a creation and of an update, which both need the name and the clauses. */
const writing = {
  tag,
  body: wrapped('segmentation_criteria', segmentInput),
  example: {
    segmentation_criteria: {
      name: 'Readers of one domain',
      clause: [{ type: 'subscriber_domain', operator: 'is', value: 'example.com' }],
    },
  },
  answer: segmentRecord,
} as const;

const listing = {
  method: 'GET',
  tag,
  summary: 'Lists segments.',
  query: objectOf({
    name: queryText.describe('Exactly this name, in any case.'),
    name_contains: queryText.describe('Text that the name contains.'),
  }),
  paging: PAGES_OF_2000,
  answer: z.array(segmentSummaryRecord),
} as const;

/** As many as have less than `pageBytes` together when each has `segmentText`, which Postgres writes with spaces. */
const SEGMENTS_PER_READ = 40;

export default [
  route({
    ...writing,
    method: 'POST',
    path: '/mailing_lists/:id/segments',
    operationId: 'createSegment',
    permission: 'segmentation_criteria.create',
    summary: 'Adds a segment to a mailing list.',
    query: objectOf({ include_sql: queryFlag.describe('Whether to include criteria_sql in the answer.') }),
    handle: async (request, input) => {
      const { organizationId, id: mailingListId } = await requireLocalList(request, request.params.id);
      const { query, body } = input;
      const created = await createSegment(request.db, { organizationId, mailingListId }, (lookups) =>
        readSegment(body, mailingListId, lookups),
      );
      const context = await readSegmentContext(request.db, organizationId);
      const record = renderSegment(created, context);
      if (!query.include_sql) return record;
      const referred = await readReferredClauses(request.db, organizationId, created.clause);
      return { ...record, criteria_sql: segmentText(created, context, referred) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/segments/:id',
    operationId: 'deleteSegment',
    permission: 'segmentation_criteria.delete',
    tag,
    summary: 'Deletes a segment that is not in use.',
    answer: null,
    handle: async (request) => {
      await removeSegment(request.db, (db) => requireSegment(db, request));
      return null;
    },
  }),
  route({
    ...listing,
    path: '/segments',
    operationId: 'listSegments',
    permission: 'any',
    handle: (request, input) =>
      list(request, input, { organizationId: request.caller.organizationId, mailingListId: null }),
  }),
  route({
    ...listing,
    path: '/mailing_lists/:id/segments',
    operationId: 'listSegmentsInMailingList',
    permission: 'any',
    handle: async (request, input) => {
      const { organizationId, id } = await requireLocalList(request, request.params.id);
      return list(request, input, { organizationId, mailingListId: id });
    },
  }),
  route({
    method: 'GET',
    path: '/segments/:id',
    operationId: 'getSegment',
    permission: 'any',
    tag,
    summary: 'Shows a segment with its clauses.',
    answer: segmentRecord,
    handle: async (request) => {
      const segment = await requireSegment(request.db, request);
      return renderSegment(segment, await readSegmentContext(request.db, segment.organizationId));
    },
  }),
  route({
    ...writing,
    method: 'PUT',
    path: '/segments/:id',
    operationId: 'updateSegment',
    permission: 'segmentation_criteria.update',
    summary: 'Replaces the name and the clauses of a segment.',
    handle: async (request, input) => {
      const find = (db: Database) => requireSegment(db, request);
      const { organizationId, mailingListId } = await find(request.db);
      const { body } = input;
      const updated = await changeSegment(request.db, find, (lookups) => readSegment(body, mailingListId, lookups));
      return renderSegment(updated, await readSegmentContext(request.db, organizationId));
    },
  }),
  ...countRoutes,
];

function list(
  { read }: FastifyRequest,
  { query, paging }: InputOf<typeof listing>,
  owner: { organizationId: number; mailingListId: number | null },
) {
  const filter = { ...owner, name: { is: query.name, contains: query.name_contains } };
  return readPage(read, paging, {
    list: async (db) => {
      const context = await readSegmentContext(db, owner.organizationId);
      const summaries: Rendered<typeof segmentSummaryRecord>[] = [];
      // Clauses are much larger than what is shown of them, so few are held in memory at a time.
      for (let at = 0; at < paging.limit; at += SEGMENTS_PER_READ) {
        const part = { limit: Math.min(SEGMENTS_PER_READ, paging.limit - at), offset: paging.offset + at };
        const segments = await listSegments(db, filter, part);
        summaries.push(...segments.map((segment) => renderSegmentSummary(segment, context)));
        if (segments.length < part.limit) break;
      }
      return summaries;
    },
    count: (db) => countSegments(db, filter),
    render: (summary) => summary,
  });
}
