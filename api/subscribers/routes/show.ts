import type { FastifyInstance } from 'fastify';
import { listApplicableFields } from '../../../engine/db/fields/custom-fields.ts';
import { findSubscribers } from '../../../engine/db/subscribers/subscribers.ts';
import type { Subscriber } from '../../../engine/db/subscribers/subscribers.ts';
import { NotFound, RequestedTooMany } from '../../../engine/platform/errors.ts';
import { emailKey } from '../../../engine/values/subscriber-key.ts';
import { JSON_TYPE, successText } from '../../http/envelope.ts';
import { requireLocalList } from '../../mailing-lists/lookups.ts';
import { renderFitting, requireFitting } from '../../http/paging.ts';
import { parseId } from '../../http/parameters.ts';
import { renderSubscriber, subscriberRecord } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { z } from 'zod/v4';

const operation = {
  tag: 'Subscribers',
  summary: 'Shows up to a hundred subscribers.',
  description: 'The last part of the path may be several ids and email addresses, separated by commas.',
  answer: z.array(subscriberRecord),
};

const ADVICE = 'name fewer subscribers';
const MAXIMUM_PARTS = 100;
/** Several may have one address on a list with an alternate primary key. */
const MOST_SHOWN = 500;

/** The subscribers that a comma-separated list of ids and addresses names, in its order and each once. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string; name: string } }>(
    '/mailing_lists/:id/subscribers/:name',
    described('getSubscribers', operation),
    async (request, reply) => {
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

      const fields = await listApplicableFields(request.db, {
        organizationId: list.organizationId,
        mailingListId: list.id,
      });
      const context = { list, fields, timeZone: request.caller.timeZone };
      const subscribers = inOrder(parts, rows);
      const records = await renderFitting(subscribers, (row) => renderSubscriber(row, context));
      requireFitting(records.length === subscribers.length, ADVICE);
      return reply.type(JSON_TYPE).send(successText(records));
    },
  );

  done();
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
