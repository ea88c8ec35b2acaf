import type { FastifyInstance } from 'fastify';
import { reactToSubscription } from '../../../engine/db/subscribers/reactions.ts';
import { writeSubscribers } from '../../../engine/db/subscribers/write-subscribers.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf } from '../../http/attributes.ts';
import { readSubscriberChanges, subscriberChangesInput } from '../input.ts';
import { renderSubscriber, subscriberRecord } from '../record.ts';
import { lockOneSubscriber, placeOf, requireSurroundings, subscriberNameOf } from '../lookups.ts';
import { changeSubscriber } from '../storage.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Subscribers',
  summary: 'Changes what is sent of a subscriber.',
  body: objectOf({ subscriber: subscriberChangesInput }),
  example: { subscriber: { status: 'deactivated' } },
  answer: subscriberRecord,
};

/** Changes what is sent of the subscriber with an id or an address. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string; name: string } }>(
    '/mailing_lists/:id/subscribers/:name',
    described(operation),
    async (request) => {
      const surroundings = await requireSurroundings(app, request, request.params.id);
      const name = subscriberNameOf(request.params.name);
      const attributes = attributesOf(request.body, 'subscriber', subscriberChangesInput);
      const runsAutoresponders = attributes.read('run_autoresponders', false);
      const place = await placeOf(app, request, surroundings);
      const change = readSubscriberChanges(attributes, place);

      const changed = await writeSubscribers(app.pool, surroundings.list, { mayAdd: false }, async (writing) => {
        const before = await lockOneSubscriber(writing, surroundings, name);
        if (before === null) throw new NotFound('subscriber');
        const changed = await changeSubscriber(writing, surroundings, before, change(before));
        await reactToSubscription(writing, changed, { skip: !runsAutoresponders, filter: null, excludeReacted: false });
        return changed;
      });
      return success(renderSubscriber(changed, surroundings));
    },
  );

  done();
}
