import { z } from 'zod/v4';
import { ValidationFailed } from '../../engine/platform/errors.ts';
import { removeSubscribers } from '../../engine/subscribers/remove-subscribers.ts';
import { triggerAutoresponders } from '../../engine/subscribers/trigger-autoresponders.ts';
import { updateSubscriber } from '../../engine/subscribers/update-subscriber.ts';
import { wrapped } from '../http/attributes.ts';
import { whole } from '../http/record-values.ts';
import { route } from '../http/route.ts';
import { requireLocalList } from '../mailing-lists/lookups.ts';
import { findByEmailRoutes } from './find-by-email-routes.ts';
import { historyRoute } from './history-route.ts';
import { readSubscriberChanges, subscriberChangesInput } from './input.ts';
import { placeOf, requireContext, subscriberNameOf } from './lookups.ts';
import { readRoutes } from './read-routes.ts';
import { renderSubscriber, subscriberRecord, triggeredRecord } from './record.ts';
import { createSubscriberRoute, unsubscribeRoute } from './subscription-routes.ts';
import { readTrigger, triggerInput } from './trigger-input.ts';

const tag = 'Subscribers';

export default [
  createSubscriberRoute,
  route({
    method: 'DELETE',
    path: '/mailing_lists/:id/subscribers/:name',
    operationId: 'deleteSubscriber',
    permission: 'subscriber.delete',
    tag,
    summary: 'Deletes the subscriber with an id, or up to ten subscribers with an email address.',
    answer: z
      .object({ subscriber_ids_removed: z.array(whole), more_remaining: z.boolean() })
      .meta({ id: 'RemovedSubscribers', examples: [{ subscriber_ids_removed: [3], more_remaining: false }] }),
    handle: async (request) => {
      const list = await requireLocalList(request, request.params.id);
      if (request.server.config.serviceDisableSubscriberDeletion) {
        throw new ValidationFailed('the deletion of subscribers is disabled by the configuration of this service');
      }
      const name = subscriberNameOf(request.params.name);
      const { ids, moreRemaining } = await removeSubscribers(request.pool, list, name);
      return { subscriber_ids_removed: ids, more_remaining: moreRemaining };
    },
  }),
  ...findByEmailRoutes,
  historyRoute,
  ...readRoutes,
  route({
    method: 'POST',
    path: '/mailing_lists/:id/subscribers/:name/trigger_autoresponders',
    operationId: 'triggerAutoresponders',
    permission: 'subscriber.update',
    tag,
    summary: 'Queues autoresponders for a subscriber, who is added or activated first if the call says so.',
    body: { schema: triggerInput, read: readTrigger },
    example: { autoresponder_names: ['Welcome*'] },
    answer: triggeredRecord,
    handle: async (request, input) => {
      const context = await requireContext(request, request.params.id);
      const { body: wanted } = input;
      const named = { name: subscriberNameOf(request.params.name), email: request.params.name.trim() };
      const triggered = await triggerAutoresponders(request.pool, context, named, wanted);
      return {
        triggered_autoresponders: triggered.autoresponders.map(({ id, name }) => ({ id, name })),
        subscriber: renderSubscriber(triggered.subscriber, context),
        subscription_result: triggered.result,
      };
    },
  }),
  unsubscribeRoute,
  route({
    method: 'PUT',
    path: '/mailing_lists/:id/subscribers/:name',
    operationId: 'updateSubscriber',
    permission: 'subscriber.update',
    tag,
    summary: 'Updates a subscriber. Attributes that are not sent keep their values.',
    body: wrapped('subscriber', subscriberChangesInput),
    example: { subscriber: { status: 'deactivated' } },
    answer: subscriberRecord,
    handle: async (request, input) => {
      const context = await requireContext(request, request.params.id);
      const name = subscriberNameOf(request.params.name);
      const { body } = input;
      const runsAutoresponders = body.read('run_autoresponders', false);
      const place = await placeOf(request, context);
      const change = readSubscriberChanges(body, place);
      const changed = await updateSubscriber(request.pool, context, name, { change, runsAutoresponders });
      return renderSubscriber(changed, context);
    },
  }),
];
