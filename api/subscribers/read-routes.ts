import { z } from 'zod/v4';
import type { Database } from '../../engine/db/core/slonik.ts';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { listApplicableFields } from '../../engine/db/fields/custom-fields.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import { findSegment } from '../../engine/db/segments/segments.ts';
import { readSegmentCondition } from '../../engine/db/segments/subscribers.ts';
import {
  findSubscribers,
  listSubscribers,
  listSubscribersByEmailStart,
  subscriberCondition,
} from '../../engine/db/subscribers/subscribers.ts';
import type { Subscriber } from '../../engine/db/subscribers/subscribers.ts';
import { InvalidRequest, NotFound, RequestedTooMany } from '../../engine/platform/errors.ts';
import { emailKey } from '../../engine/values/subscriber-key.ts';
import { encodeToken, JsonTexts, PAGES_OF_100, renderFitting, requireFitting } from '../http/paging.ts';
import type { Paging } from '../http/paging.ts';
import { idOf, parseId } from '../http/parameters.ts';
import { queryChoice, queryChoices, queryText } from '../http/query.ts';
import { route } from '../http/route.ts';
import { objectOf } from '../http/values.ts';
import { requireLocalList } from '../mailing-lists/lookups.ts';
import { contextOf } from './lookups.ts';
import { renderSubscriber, subscriberRecord } from './record.ts';

const tag = 'Subscribers';
const START = { afterId: 0, afterText: null, offset: 0 };
const NO_ADDRESS_ORDER =
  'email__starts_with, and the order by address, are not available for a list with an alternate primary key: name the whole address';
/** Orders of a list of subscribers. */
const ORDERS = ['oldest', 'newest', 'address'] as const;
const MAXIMUM_PARTS = 100;
/** Several may have one address on a list with an alternate primary key. */
const MOST_SHOWN = 500;

/** Subscribers of a list. */
export const readRoutes = [
  // Pages by token neither skip nor repeat a subscriber when records change.
  route({
    method: 'GET',
    path: '/mailing_lists/:id/subscribers',
    operationId: 'listSubscribers',
    permission: 'subscriber.read',
    tag,
    summary:
      'Lists the subscribers of a mailing list, ordered by id, or by address where `email__starts_with` is sent.',
    query: objectOf({
      segment_id: queryText.meta({ description: 'The id of a segment of the list.' }),
      email__starts_with: queryText.meta({
        description: 'Extension: the beginning of the address. The list is then ordered by address.',
        examples: ['ann@'],
      }),
      email__contains: queryText.meta({
        description: 'Extension: text that the address contains, in any case. This takes longer for larger lists.',
        examples: ['@example.'],
      }),
      status: queryChoices(SUBSCRIBER_STATUSES).describe('Extension: lists only subscribers with these statuses.'),
      order: queryChoice(ORDERS, 'oldest').describe('Extension: by ascending id, by descending id, or by address.'),
    }),
    paging: {
      ...PAGES_OF_100,
      tokens: true,
      tokensWithText: ({ email__starts_with: written, order }: Readonly<Record<string, unknown>>) =>
        written !== null || order === 'address',
      isCounted: false,
    },
    answer: z.array(subscriberRecord),
    handle: async (request, input) => {
      const list = await requireLocalList(request, request.params.id);
      const { segment_id: segmentId, email__starts_with: written, email__contains: part, order } = input.query;
      const start = written === null ? (order === 'address' ? '' : null) : written.trim().toLowerCase();
      if (start !== null && list.primaryKeyCustomFieldId !== null) throw new InvalidRequest(NO_ADDRESS_ORDER);
      const { paging } = input;

      return request.read(async (db) => {
        const condition = subscriberCondition({
          statuses: input.query.status ?? [],
          part: part === null ? null : part.trim().toLowerCase(),
          segment: segmentId === null ? null : await conditionOf(db, segmentId, list),
        });
        const fields = await listApplicableFields(db, { organizationId: list.organizationId, mailingListId: list.id });
        const context = { list, fields, timeZone: request.caller.timeZone };
        const read = async (part: Pick<Paging, 'afterId' | 'afterText' | 'offset'>) => {
          const asked = { ...part, limit: paging.perPage + 1 };
          const { rows, found } = await (start === null
            ? listSubscribers(db, list.id, asked, condition, order === 'newest')
            : listSubscribersByEmailStart(db, list.id, start, asked, condition));
          const texts = await renderFitting(rows.slice(0, paging.perPage), (row) => renderSubscriber(row, context));
          const last = rows[texts.length - 1];
          const lastText = start === null || last === undefined ? null : last.key;
          const next = found > texts.length && last !== undefined ? encodeToken(last.id, lastText) : null;
          return { texts, next, isWhole: texts.length === Math.min(found, paging.perPage) };
        };
        const { texts, next, isWhole } = await read(paging);
        if (paging.page !== null && paging.page > 0) {
          // A client that goes on by number after a first page that ended early would miss the rest of it.
          const isReached = isWhole && (paging.page > 1 || (await read(START)).isWhole);
          requireFitting(isReached, 'use page_token, or a smaller per_page from page 0 on');
        }
        const keys = { page: paging.page, per_page: paging.perPage, next_page_token: next };
        return { records: new JsonTexts(texts), keys };
      });
    },
  }),
  // In the order in which the path names them, and each once.
  route({
    method: 'GET',
    path: '/mailing_lists/:id/subscribers/:name',
    operationId: 'getSubscribers',
    permission: 'subscriber.read',
    tag,
    summary: 'Shows a subscriber, or up to a hundred of them.',
    description: 'The path can end with several ids and email addresses, separated by commas.',
    answer: z.array(subscriberRecord),
    handle: async (request) => {
      const list = await requireLocalList(request, request.params.id);
      const parts = partsOf(request.raw.url ?? '');
      const place = { id: list.id, hasAlternateKey: list.primaryKeyCustomFieldId !== null };
      const names = {
        ids: parts.map(parseId).filter((id) => id !== null),
        emails: parts.filter((part) => part.includes('@')),
      };
      const { rows, found } = await request.read((db) => findSubscribers(db, place, names, MOST_SHOWN + 1));
      if (found === 0) throw new NotFound('subscriber');
      if (found > MOST_SHOWN) throw new RequestedTooMany(`more than ${MOST_SHOWN} subscribers have these addresses`);
      requireFitting(rows.length === found, ADVICE);

      const context = await contextOf(request, list);
      const subscribers = inOrder(parts, rows);
      const texts = await renderFitting(subscribers, (row) => renderSubscriber(row, context));
      requireFitting(texts.length === subscribers.length, ADVICE);
      return new JsonTexts(texts);
    },
  }),
];

const ADVICE = 'name fewer subscribers';

async function conditionOf(db: Database, segmentId: string, { id, organizationId }: ListHead) {
  const segment = await findSegment(db, idOf(segmentId, 'segment'), organizationId);
  if (segment?.mailingListId !== id) throw new NotFound('segment');
  return readSegmentCondition(db, segment);
}

/** Decoded only after it is split, so that an encoded comma is part of a name. */
function partsOf(url: string): string[] {
  const [path = ''] = url.split(/[?#]/, 1);
  const parts = path.slice(path.lastIndexOf('/') + 1).split(',');
  if (parts.length > MAXIMUM_PARTS) {
    throw new RequestedTooMany(`at most ${MAXIMUM_PARTS} ids or email addresses can be given`);
  }
  return parts.map((part) => emailKey(decodeURIComponent(part).trim())).filter((part) => !part.includes('\0'));
}

function inOrder(parts: readonly string[], found: readonly Subscriber[]): Subscriber[] {
  const named = parts.flatMap((part) => {
    const id = parseId(part);
    return found.filter((subscriber) => (id === null ? emailKey(subscriber.email) === part : subscriber.id === id));
  });
  return [...new Set(named)];
}
