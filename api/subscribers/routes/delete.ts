import type { FastifyInstance } from 'fastify';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import { removeSubscribers } from '../../../engine/subscribers/remove-subscribers.ts';
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
    .meta({ id: 'RemovedSubscribers', examples: [{ subscriber_ids_removed: [3], more_remaining: false }] }),
};

/** Removes the subscriber with an id, or those with an address. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string; name: string } }>(
    '/mailing_lists/:id/subscribers/:name',
    described('deleteSubscriber', operation),
    async (request) => {
      const list = await requireLocalList(request, request.params.id);
      if (app.config.serviceDisableSubscriberDeletion) {
        throw new ValidationFailed('the deletion of subscribers is disabled by the configuration of this service');
      }
      const name = subscriberNameOf(request.params.name);
      const { ids, moreRemaining } = await removeSubscribers(request.pool, list, name);
      return success({ subscriber_ids_removed: ids, more_remaining: moreRemaining });
    },
  );

  done();
}
