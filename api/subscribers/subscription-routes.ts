import type { FastifyRequest } from 'fastify';
import { findListHead } from '../../engine/db/lists/mailing-lists.ts';
import type { Subscriber } from '../../engine/db/subscribers/subscribers.ts';
import { InvalidRequest } from '../../engine/platform/errors.ts';
import { listeningUrl } from '../../engine/platform/listening-url.ts';
import { readUnsubscribeToken } from '../../engine/secrets/unsubscribe-token.ts';
import { newSubscriberAt, requestConfirmation } from '../../engine/subscribers/confirmation.ts';
import type { ConfirmationService } from '../../engine/subscribers/confirmation.ts';
import { createSubscriber } from '../../engine/subscribers/create-subscriber.ts';
import { unsubscribe } from '../../engine/subscribers/unsubscribe.ts';
import { attributesOf, attributesOfBody, wrapped } from '../http/attributes.ts';
import { reachOf } from '../http/reach.ts';
import { route } from '../http/route.ts';
import { flag, ipAddress, objectOf, text, wholeNumber } from '../http/values.ts';
import { newSubscriberInput, readNewSubscriber, readSubscriptionControls } from './input.ts';
import { contextOf, placeOf, requireContext } from './lookups.ts';
import { pendingSubscriberRecord, renderSubscriber, subscriberRecord } from './record.ts';
import type { SubscriberContext } from './record.ts';

const tag = 'Subscribers';

const creation = objectOf({
  subscriber: newSubscriberInput,
  confirmation_form_id: wholeNumber(1)
    .nullish()
    .describe('The form whose confirmation mail is sent to an active subscriber; its link adds the subscriber.'),
  apply_custom_field_defaults: flag.nullish().describe('Whether fields that are not sent get their default values.'),
});

/** Adds a subscriber: immediately or, with a confirmation form, when the link in a mail is opened. */
export const createSubscriberRoute = route({
  method: 'POST',
  path: '/mailing_lists/:id/subscribers',
  operationId: 'createSubscriber',
  permission: 'subscriber.create',
  tag,
  summary: 'Adds a subscriber to a mailing list, or sends a confirmation mail first.',
  body: { schema: creation, read: readCreation },
  example: { subscriber: { email: 'ann@example.com' } },
  takesIdempotencyKey: true,
  answer: pendingSubscriberRecord,
  handle: async (request, input) => {
    const context = await requireContext(request, request.params.id);
    const { attributes, formId, applyDefaults } = input.body;
    const controls = readSubscriptionControls(attributes);
    const place = await placeOf(request, context);
    const subscriber = readNewSubscriber(attributes, place, { applyDefaults });

    const form = subscriber.status === 'active' ? formId : null;
    const render = (record: Subscriber) => {
      const rendered = renderSubscriber(record, context);
      return form === null ? rendered : { ...rendered, id: null };
    };
    return input.once({
      create: async (claim) => {
        if (form === null) return render(await createSubscriber(request.pool, context, subscriber, controls, claim));
        const unconfirmed = { formId: form, subscriber, controls, claim };
        return render(await requestConfirmation(confirmationService(request), context, unconfirmed));
      },
      // Made of the call, which is the same one: the key keeps no address.
      again: ({ recordId, createdAt }) =>
        Promise.resolve(render(newSubscriberAt(subscriber, { id: recordId ?? 0, at: createdAt }))),
    });
  },
});

/** Unsubscribes whom a token from a mail names, and records where it was delivered. */
export const unsubscribeRoute = route({
  method: 'POST',
  path: '/subscribers/unsubscribe',
  operationId: 'unsubscribeSubscriber',
  permission: 'subscriber.update',
  tag,
  summary: 'Unsubscribes the subscriber of an unsubscribe token from a mail.',
  body: wrapped(
    'unsubscribe',
    objectOf({ token: text.describe('The value of %%unsubscribe_token%% in a mail.'), ip: ipAddress.nullish() }),
  ),
  example: { unsubscribe: { token: 'from-a-mail', ip: '192.0.2.7' } },
  answer: subscriberRecord,
  handle: async (request, { body }) => {
    const sent = body.raw('token');
    const token = typeof sent === 'string' ? readUnsubscribeToken(request.server.tokenSecret, sent) : null;
    if (token === null) throw new UnknownToken();
    const ip = body.find('ip');
    body.check();

    const context = await requireListOfToken(request, token.mailingListId);
    const unsubscribed = await unsubscribe(request.pool, context, token, ip);
    if (unsubscribed === null) throw new UnknownToken();
    return renderSubscriber(unsubscribed, context);
  },
});

function readCreation(body: unknown) {
  const attributes = attributesOf(body, 'subscriber', newSubscriberInput);
  const top = attributesOfBody(body, creation);
  const formId = top.find('confirmation_form_id');
  const applyDefaults = top.read('apply_custom_field_defaults', false);
  top.check();
  return { attributes, formId, applyDefaults };
}

function confirmationService({ server: app, db, pool }: FastifyRequest): ConfirmationService {
  const { mailer, config } = app;
  const publicUrl = config.publicUrl ?? listeningUrl(config);
  return { db, pool, mailer, validityMs: config.confirmationValidityMs, publicUrl };
}

async function requireListOfToken(request: FastifyRequest, listId: number): Promise<SubscriberContext> {
  const list = await findListHead(request.db, listId, reachOf(request.caller));
  if (list === null || list.isRemoteList) throw new UnknownToken();
  return contextOf(request, list);
}

/** One answer for a bad token and for one of a subscriber the caller does not reach. */
class UnknownToken extends InvalidRequest {
  constructor() {
    super('token is not an unsubscribe token of this service');
  }
}
