import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listeningUrl } from '../../../engine/platform/listening-url.ts';
import { newSubscriberAt, requestConfirmation } from '../../../engine/subscribers/confirmation.ts';
import type { ConfirmationService } from '../../../engine/subscribers/confirmation.ts';
import { createSubscriber } from '../../../engine/subscribers/create-subscriber.ts';
import type { Subscriber } from '../../../engine/db/subscribers/subscribers.ts';
import { success } from '../../http/envelope.ts';
import type { Envelope } from '../../http/envelope.ts';
import { answerOnce } from '../../http/idempotency-key.ts';
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
  takesIdempotencyKey: true,
  answer: pendingSubscriberRecord,
};

interface CreateRoute {
  Params: { id: string };
}
type CreateRequest = FastifyRequest<CreateRoute>;

/** Adds a subscriber: immediately or, with a confirmation form, when the link in a mail is opened. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<CreateRoute>('/mailing_lists/:id/subscribers', described('createSubscriber', operation), (request, reply) =>
    subscribe(request, reply),
  );

  async function subscribe(request: CreateRequest, reply: FastifyReply): Promise<Envelope> {
    const context = await requireContext(request, request.params.id);
    const attributes = attributesOf(request.body, 'subscriber', newSubscriberInput);
    const top = attributesOfBody(request.body, createSubscriberBody);
    const formId = top.find('confirmation_form_id');
    const applyDefaults = top.read('apply_custom_field_defaults', false);
    top.check();
    const controls = readSubscriptionControls(attributes);
    const place = await placeOf(request, context);
    const subscriber = readNewSubscriber(attributes, place, { applyDefaults });

    const form = subscriber.status === 'active' ? formId : null;
    const answer = (record: Subscriber) => {
      const rendered = renderSubscriber(record, context);
      return success(form === null ? rendered : { ...rendered, id: null });
    };
    return answerOnce(request, reply, {
      create: async (claim) => {
        if (form === null) return answer(await createSubscriber(request.pool, context, subscriber, controls, claim));
        const unconfirmed = { formId: form, subscriber, controls, claim };
        return answer(await requestConfirmation(confirmationService(request), context, unconfirmed));
      },
      // Made of the call, which is the same one: the key keeps no address.
      again: ({ recordId, createdAt }) =>
        Promise.resolve(answer(newSubscriberAt(subscriber, { id: recordId ?? 0, at: createdAt }))),
    });
  }

  function confirmationService({ db, pool }: FastifyRequest): ConfirmationService {
    const { mailer, config } = app;
    const publicUrl = config.publicUrl ?? listeningUrl(config);
    return { db, pool, mailer, validityMs: config.confirmationValidityMs, publicUrl };
  }

  done();
}
