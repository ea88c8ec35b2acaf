import type { FastifyInstance } from 'fastify';
import { listApplicableFields } from '../../engine/db/fields/custom-fields.ts';
import { findListHead } from '../../engine/db/lists/mailing-lists.ts';
import {
  addPendingSubscriber,
  findPendingSubscriber,
  markConfirmed,
  removePendingSubscriber,
} from '../../engine/db/subscribers/pending-subscribers.ts';
import { reactToSubscription } from '../../engine/db/subscribers/reactions.ts';
import type { SubscriptionControls } from '../../engine/db/subscribers/reactions.ts';
import type { NewSubscriber } from '../../engine/db/subscribers/subscriber-rows.ts';
import type { Subscriber } from '../../engine/db/subscribers/subscribers.ts';
import { findWebForm } from '../../engine/db/lists/web-forms.ts';
import { writeSubscribers } from '../../engine/db/subscribers/write-subscribers.ts';
import { NotFound, SluiceError, ValidationFailed } from '../../engine/platform/errors.ts';
import { listeningUrl } from '../../engine/platform/listening-url.ts';
import { confirmationMessage } from '../../engine/mail/confirmation-message.ts';
import type { SubscriberSurroundings } from './record.ts';
import { addSubscriber, KeyTaken, requireAddable } from './storage.ts';

/** How following a link ended. */
export type Confirmed = 'added' | 'again' | 'expired' | 'refused' | 'unknown';

/**
 * Stores who is to become a subscriber and sends the mail with the link.
 * @throws NotFound without such a form; ValidationFailed when the subscriber could not be added now.
 */
export async function askForConfirmation(
  app: FastifyInstance,
  place: SubscriberSurroundings,
  asked: { formId: number; subscriber: NewSubscriber; controls: SubscriptionControls },
): Promise<Subscriber> {
  const { list } = place;
  const { subscriber, controls: autoresponders } = asked;
  const form = await findWebForm(app.db, list.id, asked.formId);
  if (form === null) throw new NotFound('confirmation form');
  await writeSubscribers(app.pool, list, { mayAdd: true }, (writing) => requireAddable(writing, place, subscriber));

  const validityMs = app.config.confirmationValidityMs;
  const pending = { mailingListId: list.id, webFormId: form.id, subscriber, autoresponders, validityMs };
  const token = await addPendingSubscriber(app.pool, pending);
  const url = `${app.config.publicUrl ?? listeningUrl(app.config)}/confirm/${token}`;
  try {
    await app.mailer.send(confirmationMessage(form, subscriber.email, url));
  } catch (error) {
    await removePendingSubscriber(app.pool, token);
    throw new MailNotSent(error);
  }
  const now = new Date();
  const subscribeTime = subscriber.subscribeTime === null ? now : new Date(subscriber.subscribeTime);
  return { ...subscriber, id: 0, createdAt: now, subscribeTime };
}

/** Adds the subscriber whose link was followed, with what that sets off; following it twice adds once. */
export async function confirm(app: FastifyInstance, token: string): Promise<Confirmed> {
  const known = await findPendingSubscriber(app.pool, token);
  if (known === null) return 'unknown';
  if (known.state !== 'waiting') return outcomeOf(known.state);
  const list = await findListHead(app.db, known.mailingListId, null);
  if (list === null || list.isRemoteList) return 'expired';
  const fields = await listApplicableFields(app.db, { organizationId: list.organizationId, mailingListId: list.id });

  try {
    return await writeSubscribers(app.pool, list, { mayAdd: true }, async (writing) => {
      const pending = await findPendingSubscriber(writing.client, token, { hold: true });
      if (pending?.state !== 'waiting') return pending === null ? 'unknown' : outcomeOf(pending.state);
      const { subscriber, autoresponders } = pending;
      if (subscriber === null || autoresponders === null) throw new Error(`Pending subscriber ${pending.id} is empty.`);
      const confirmed = list.hasConfirmed ? true : null;
      const added = await addSubscriber(writing, { list, fields }, { ...subscriber, confirmed });
      await reactToSubscription(writing, added, autoresponders);
      await markConfirmed(writing.client, pending.id);
      return 'added';
    });
  } catch (error) {
    if (error instanceof KeyTaken) return 'again';
    if (error instanceof ValidationFailed) return 'refused';
    if (error instanceof NotFound) return 'expired';
    throw error;
  }
}

function outcomeOf(state: 'waiting' | 'confirmed' | 'expired'): Confirmed {
  return state === 'confirmed' ? 'again' : 'expired';
}

/** The server's own words name the address, so the log gets no more of them than their codes. */
class MailNotSent extends SluiceError {
  constructor(error: unknown) {
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
    const codes = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number');
    const reason = codes.length === 0 ? '' : ` (${codes.join(' ')})`;
    super('internal_error', `the confirmation mail could not be sent${reason}, so nothing was stored: try again later`);
  }
}
