import type { FastifyInstance } from 'fastify';
import { deleteSubscribers, lockSubscribers } from '../../../engine/db/subscribers/subscriber-rows.ts';
import { writeSubscribers } from '../../../engine/db/subscribers/write-subscribers.ts';
import { NotFound, ValidationFailed } from '../../../engine/platform/errors.ts';
import { success } from '../../http/envelope.ts';
import { requireLocalList } from '../../mailing-lists/lookups.ts';
import { subscriberNameOf } from '../lookups.ts';
import { described } from '../../openapi/operation.ts';
import { whole } from '../../http/record-values.ts';
import { z } from 'zod/v4';

const operation = {
  tag: 'Subscribers',
  summary: 'Removes the subscriber with an id, or up to ten with an email address.',
  answer: z
    .object({ subscriber_ids_removed: z.array(whole), more_remaining: z.boolean() })
    .meta({ id: 'RemovedSubscribers' }),
};

/** How many of those who share an address one call removes. */
const MOST_REMOVED = 10;

/** Removes the subscriber with an id, or those with an address. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string; name: string } }>(
    '/mailing_lists/:id/subscribers/:name',
    described(operation),
    async (request) => {
      const list = await requireLocalList(app, request, request.params.id);
      if (app.config.serviceDisableSubscriberDeletion) {
        throw new ValidationFailed('the deletion of subscribers is disabled by the configuration of this service');
      }
      const name = subscriberNameOf(request.params.name);
      const options = { hasAlternateKey: list.primaryKeyCustomFieldId !== null, limit: MOST_REMOVED + 1 };
      const answer = await writeSubscribers(app.pool, list, { mayAdd: false }, async (writing) => {
        const found = await lockSubscribers(writing, name, options);
        if (found.length === 0) throw new NotFound('subscriber');
        const removed = found.slice(0, MOST_REMOVED);
        await deleteSubscribers(writing, removed);
        return { subscriber_ids_removed: removed.map(({ id }) => id), more_remaining: found.length > removed.length };
      });
      return success(answer);
    },
  );

  done();
}
