import type { FastifyInstance } from 'fastify';
import { listeningUrl } from '../../../engine/platform/listening-url.ts';
import { requestConfirmation } from '../../../engine/subscribers/confirmation.ts';
import type { ConfirmationService } from '../../../engine/subscribers/confirmation.ts';
import { createSubscriber } from '../../../engine/subscribers/create-subscriber.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf, attributesOfBody } from '../../http/attributes.ts';
import { newSubscriberInput, readNewSubscriber, readSubscriptionControls } from '../input.ts';
import { pendingSubscriberRecord, renderSubscriber } from '../record.ts';
import { flag, objectOf, wholeNumber } from '../../http/values.ts';
import { placeOf, requireContext } from '../lookups.ts';
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

/** Adds a subscriber: immediately or, with a confirmation form, when the link in a mail is opened. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<{ Params: { id: string } }>(
    '/mailing_lists/:id/subscribers',
    described('createSubscriber', operation),
    async (request) => {
      const context = await requireContext(app, request, request.params.id);
      const attributes = attributesOf(request.body, 'subscriber', newSubscriberInput);
      const top = attributesOfBody(request.body, createSubscriberBody);
      const formId = top.find('confirmation_form_id');
      const applyDefaults = top.read('apply_custom_field_defaults', false);
      top.check();
      const controls = readSubscriptionControls(attributes);
      const place = await placeOf(app, request, context);
      const subscriber = readNewSubscriber(attributes, place, { applyDefaults });

      if (formId !== null && subscriber.status === 'active') {
        const pending = await requestConfirmation(confirmationService(), context, { formId, subscriber, controls });
        return success({ ...renderSubscriber(pending, context), id: null });
      }
      const added = await createSubscriber(app.pool, context, subscriber, controls);
      return success(renderSubscriber(added, context));
    },
  );

  function confirmationService(): ConfirmationService {
    const { db, pool, mailer, config } = app;
    const publicUrl = config.publicUrl ?? listeningUrl(config);
    return { db, pool, mailer, validityMs: config.confirmationValidityMs, publicUrl };
  }

  done();
}
