import type { FastifyInstance } from 'fastify';
import { listApplicableFields } from '../../../engine/db/fields/custom-fields.ts';
import type { ListHead } from '../../../engine/db/lists/mailing-lists.ts';
import { readReferredClauses } from '../../../engine/db/segments/references.ts';
import { segmentCondition } from '../../../engine/db/segments/sql.ts';
import { readSegmentContext } from '../../../engine/db/segments/context.ts';
import { findSegment } from '../../../engine/db/segments/segments.ts';
import type { Database } from '../../../engine/db/core/slonik.ts';
import { listSubscribers, listSubscribersByEmailStart } from '../../../engine/db/subscribers/subscribers.ts';
import { InvalidRequest, NotFound } from '../../../engine/platform/errors.ts';
import { JSON_TYPE, successText } from '../../http/envelope.ts';
import { requireLocalList } from '../../mailing-lists/lookups.ts';
import { encodeToken, PAGES_OF_100, readPaging, renderFitting, requireFitting } from '../../http/paging.ts';
import type { Paging } from '../../http/paging.ts';
import { idOf } from '../../http/parameters.ts';
import { renderSubscriber, subscriberRecord } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { queryText, readQuery } from '../../http/query.ts';
import { objectOf } from '../../http/values.ts';
import { z } from 'zod/v4';

const filters = objectOf({
  segment_id: queryText.meta({ description: 'The id of a segment of the list.' }),
  email__starts_with: queryText.meta({
    description: 'Extension: the beginning of the address. The list is then ordered by address.',
    examples: ['ann@'],
  }),
});
const rules = { ...PAGES_OF_100, tokens: true, isCounted: false };
const START = { afterId: 0, afterText: null, offset: 0 };
const NO_ADDRESS_ORDER =
  'email__starts_with is not available for a list with an alternate primary key: name the whole address';
const ADVICE = 'use page_token, or a smaller per_page from page 0 on';
const operation = {
  tag: 'Subscribers',
  summary: 'Lists the subscribers of a mailing list by id, or those whose address begins with a text by address.',
  query: filters,
  paging: rules,
  answer: z.array(subscriberRecord),
};

/** A list's subscribers by id or address. Pages by token neither skip nor repeat anybody when records change. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/mailing_lists/:id/subscribers',
    described('listSubscribers', operation),
    async (request, reply) => {
      const list = await requireLocalList(request, request.params.id);
      const { segment_id: segmentId, email__starts_with: written } = readQuery(request.query, filters);
      const start = written && written.trim().toLowerCase();
      if (start !== null && list.primaryKeyCustomFieldId !== null) throw new InvalidRequest(NO_ADDRESS_ORDER);
      const paging = readPaging(request.query, { ...rules, tokensWithText: start !== null });

      const page = await request.read(async (db) => {
        const segment = segmentId === null ? undefined : await conditionOf(db, segmentId, list);
        const fields = await listApplicableFields(db, { organizationId: list.organizationId, mailingListId: list.id });
        const context = { list, fields, timeZone: request.caller.timeZone };
        const read = async (part: Pick<Paging, 'afterId' | 'afterText' | 'offset'>) => {
          const asked = { ...part, limit: paging.perPage + 1 };
          const { rows, found } = await (start === null
            ? listSubscribers(db, list.id, asked, segment)
            : listSubscribersByEmailStart(db, list.id, start, asked, segment));
          const records = await renderFitting(rows.slice(0, paging.perPage), (row) => renderSubscriber(row, context));
          const last = rows[records.length - 1];
          const lastText = start === null || last === undefined ? null : last.key;
          const next = found > records.length && last !== undefined ? encodeToken(last.id, lastText) : null;
          return { records, next, isWhole: records.length === Math.min(found, paging.perPage) };
        };
        const page = await read(paging);
        if (paging.page !== null && paging.page > 0) {
          // A client that goes on by number after a first page that ended early would miss the rest of it.
          requireFitting(page.isWhole && (paging.page > 1 || (await read(START)).isWhole), ADVICE);
        }
        return page;
      });
      const keys = { page: paging.page, per_page: paging.perPage, next_page_token: page.next };
      return reply.type(JSON_TYPE).send(successText(page.records, keys));
    },
  );

  done();
}

async function conditionOf(db: Database, segmentId: string, { id, organizationId }: ListHead) {
  const segment = await findSegment(db, idOf(segmentId, 'segment'), organizationId);
  if (segment?.mailingListId !== id) throw new NotFound('segment');
  const referred = await readReferredClauses(db, organizationId, segment.clause);
  return segmentCondition(segment.clause, await readSegmentContext(db, organizationId), referred);
}
