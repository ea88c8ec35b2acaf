import type { FastifyInstance } from 'fastify';
import { reactToSubscription } from '../../../engine/db/subscribers/reactions.ts';
import { writeSubscribers } from '../../../engine/db/subscribers/write-subscribers.ts';
import { askForConfirmation } from '../confirmation.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf, attributesOfBody } from '../../http/attributes.ts';
import { newSubscriberInput, readNewSubscriber, readSubscriptionControls } from '../input.ts';
import { pendingSubscriberRecord, renderSubscriber } from '../record.ts';
import { flag, objectOf, wholeNumber } from '../../http/values.ts';
import { placeOf, requireSurroundings } from '../lookups.ts';
import { addSubscriber } from '../storage.ts';
import { described } from '../../openapi/operation.ts';

const createSubscriberBody = objectOf({
  subscriber: newSubscriberInput,
  confirmation_form_id: wholeNumber(1)
    .nullish()
    .describe('Sends an active subscriber the mail of this form, whose link adds the subscriber.'),
  apply_custom_field_defaults: flag.nullish().describe('Gives fields that are not sent their defaults.'),
});

const operation = {
  tag: 'Subscribers',
  summary: 'Adds a subscriber to a mailing list, or asks for confirmation first.',
  body: createSubscriberBody,
  example: { subscriber: { email: 'ann@example.com' } },
  answer: pendingSubscriberRecord,
};

/** Adds a subscriber, at once or, with a confirmation form, when the link in a mail is followed. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<{ Params: { id: string } }>('/mailing_lists/:id/subscribers', described(operation), async (request) => {
    const surroundings = await requireSurroundings(app, request, request.params.id);
    const attributes = attributesOf(request.body, 'subscriber', newSubscriberInput);
    const top = attributesOfBody(request.body, createSubscriberBody);
    const formId = top.find('confirmation_form_id');
    const applyDefaults = top.read('apply_custom_field_defaults', false);
    top.check();
    const controls = readSubscriptionControls(attributes);
    const place = await placeOf(app, request, surroundings);
    const subscriber = readNewSubscriber(attributes, place, { applyDefaults });

    if (formId !== null && subscriber.status === 'active') {
      const pending = await askForConfirmation(app, surroundings, { formId, subscriber, controls });
      return success({ ...renderSubscriber(pending, surroundings), id: null });
    }
    const added = await writeSubscribers(app.pool, surroundings.list, { mayAdd: true }, async (writing) => {
      const added = await addSubscriber(writing, surroundings, subscriber);
      await reactToSubscription(writing, added, controls);
      return added;
    });
    return success(renderSubscriber(added, surroundings));
  });

  done();
}
