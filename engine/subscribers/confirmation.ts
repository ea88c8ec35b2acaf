import type { Connections } from '../db/core/connections.ts';
import { inTransaction } from '../db/core/transaction.ts';
import { claimKey } from '../db/idempotency/claim-key.ts';
import type { KeyClaim } from '../db/idempotency/key-claim.ts';
import { listApplicableFields } from '../db/fields/custom-fields.ts';
import type { Database } from '../db/core/slonik.ts';
import { findListHead } from '../db/lists/mailing-lists.ts';
import {
  addPendingSubscriber,
  findPendingSubscriber,
  markConfirmed,
  removePendingSubscriber,
} from '../db/subscribers/pending-subscribers.ts';
import { reactToSubscription } from '../db/subscribers/reactions.ts';
import type { SubscriptionControls } from '../db/subscribers/reactions.ts';
import type { NewSubscriber } from '../db/subscribers/subscriber-rows.ts';
import type { Subscriber } from '../db/subscribers/subscribers.ts';
import { findWebForm } from '../db/lists/web-forms.ts';
import { writeSubscribers } from '../db/subscribers/write-subscribers.ts';
import { NotFound, SluiceError, ValidationFailed } from '../platform/errors.ts';
import { confirmationMessage } from '../mail/confirmation-message.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { ListContext } from './list-context.ts';
import { addSubscriber, KeyTaken, requireAddable } from './storage.ts';

/** Both pools of the database. */
interface Databases {
  readonly db: Database;
  readonly pool: Connections;
}

/** The service that a confirmation is sent by. */
export interface ConfirmationService extends Databases {
  readonly mailer: Mailer;
  /** Validity of the link; milliseconds. */
  readonly validityMs: number;
  /** URL at which the API is reached from outside, without a path. */
  readonly publicUrl: string;
}

/** A subscription that has to be confirmed, and the web form whose mail has the link. */
export interface UnconfirmedSubscription {
  readonly formId: number;
  readonly subscriber: NewSubscriber;
  readonly controls: SubscriptionControls;
  /** The key that the call was sent with. */
  readonly claim?: KeyClaim | null;
}

/** The outcome of following a link. */
export type Confirmed = 'added' | 'again' | 'expired' | 'refused' | 'unknown';

/**
 * Stores a subscription that has to be confirmed and sends the mail with the link.
 * @returns the subscriber as it will be, with the id 0
 * @throws NotFound without such a form; ValidationFailed when the subscriber could not be added now; SluiceError when the
 * mail could not be sent; KeyClaimed
 */
export async function requestConfirmation(
  { db, pool, mailer, validityMs, publicUrl }: ConfirmationService,
  context: ListContext,
  { formId, subscriber, controls, claim = null }: UnconfirmedSubscription,
): Promise<Subscriber> {
  const { list } = context;
  const form = await findWebForm(db, list.id, formId);
  if (form === null) throw new NotFound('confirmation form');
  await writeSubscribers(pool, list, { mayAdd: true }, (writing) => requireAddable(writing, context, subscriber));

  const pending = { mailingListId: list.id, webFormId: form.id, subscriber, autoresponders: controls, validityMs };
  const send = (token: string) =>
    mailer
      .send(confirmationMessage(form, subscriber.email, `${publicUrl}/confirm/${token}`))
      .catch((error: unknown) => {
        throw new MailNotSent(error);
      });
  if (claim === null) {
    const { token, at } = await addPendingSubscriber(pool, pending);
    await send(token).catch(async (error: unknown) => {
      await removePendingSubscriber(pool, token);
      throw error;
    });
    return newSubscriberAt(subscriber, { id: 0, at });
  }
  // The key is kept once the mail is sent: a call that is interrupted before that is repeated in full.
  const at = await inTransaction(pool, async (client) => {
    const claimedAt = await claimKey(client, claim);
    await send((await addPendingSubscriber(client, pending)).token);
    return claimedAt;
  });
  return newSubscriberAt(subscriber, { id: 0, at });
}

/** A subscriber as it is when it has just been added. */
export function newSubscriberAt(subscriber: NewSubscriber, { id, at }: { id: number; at: Date }): Subscriber {
  const subscribeTime = subscriber.subscribeTime === null ? at : new Date(subscriber.subscribeTime);
  return { ...subscriber, id, createdAt: at, subscribeTime };
}

/** Adds the subscriber whose link was followed and queues autoresponders; following it twice adds once. */
export async function confirm({ db, pool }: Databases, token: string): Promise<Confirmed> {
  const known = await findPendingSubscriber(pool, token);
  if (known === null) return 'unknown';
  if (known.state !== 'waiting') return outcomeOf(known.state);
  const list = await findListHead(db, known.mailingListId, null);
  if (list === null || list.isRemoteList) return 'expired';
  const fields = await listApplicableFields(db, { organizationId: list.organizationId, mailingListId: list.id });

  try {
    return await writeSubscribers(pool, list, { mayAdd: true }, async (writing) => {
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
