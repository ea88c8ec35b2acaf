import type { FastifyInstance } from 'fastify';
import { listApplicableFields } from '../../../engine/db/custom-fields.ts';
import type { ListHead } from '../../../engine/db/mailing-lists.ts';
import { segmentCondition } from '../../../engine/db/segment-sql.ts';
import { readSegmentSurroundings } from '../../../engine/db/segment-surroundings.ts';
import { findSegment } from '../../../engine/db/segments.ts';
import { listSubscribers } from '../../../engine/db/subscribers.ts';
import { NotFound } from '../../../engine/errors.ts';
import { success } from '../../envelope.ts';
import { requireLocalList } from '../../lookups.ts';
import { encodeToken, PAGES_OF_100, readPaging } from '../../paging.ts';
import { idOf } from '../../parameters.ts';
import { renderSubscriber, subscriberRecord } from '../../schemas/subscriber-record.ts';
import { described } from '../../openapi/operation.ts';
import { queryText, readQuery } from '../../schemas/query.ts';
import { objectOf } from '../../schemas/values.ts';
import { z } from 'zod/v4';

const filters = objectOf({ segment_id: queryText.meta({ description: 'The id of a segment of the list.' }) });
const rules = { ...PAGES_OF_100, tokens: true, isCounted: false };
const operation = {
  tag: 'Subscribers',
  summary: 'Lists the subscribers of a mailing list by id.',
  query: filters,
  paging: rules,
  answer: z.array(subscriberRecord),
};

/** A list's subscribers by id. Pages by token neither skip nor repeat anybody when records change. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>('/mailing_lists/:id/subscribers', described(operation), async (request) => {
    const list = await requireLocalList(app, request, request.params.id);
    const paging = readPaging(request.query, rules);

    const segment = await segmentOf(request.query, list);

    const [fields, found] = await Promise.all([
      listApplicableFields(app.db, { organizationId: list.organizationId, mailingListId: list.id }),
      listSubscribers(app.db, list.id, { ...paging, limit: paging.perPage + 1 }, segment),
    ]);
    const page = found.slice(0, paging.perPage);
    const last = page.at(-1);
    const next = found.length > page.length && last !== undefined ? encodeToken(last.id) : null;
    const surroundings = { list, fields, timeZone: request.caller.timeZone };
    return success(
      page.map((subscriber) => renderSubscriber(subscriber, surroundings)),
      { page: paging.page, per_page: paging.perPage, next_page_token: next },
    );
  });

  async function segmentOf(query: unknown, list: ListHead) {
    const { segment_id: text } = readQuery(query, filters);
    if (text === null) return undefined;
    const segment = await findSegment(app.db, idOf(text, 'segment'), list.organizationId);
    if (segment?.mailingListId !== list.id) throw new NotFound('segment');
    return segmentCondition(segment.clause, await readSegmentSurroundings(app.db, list.organizationId));
  }

  done();
}
