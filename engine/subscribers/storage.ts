import { insertSubscriber, isKeyTaken, lockSubscribers, updateSubscriber } from '../db/subscribers/subscriber-rows.ts';
import type { ChangedSubscriber, NewSubscriber, SubscriberName } from '../db/subscribers/subscriber-rows.ts';
import type { Subscriber } from '../db/subscribers/subscribers.ts';
import type { SubscriberWriting } from '../db/subscribers/write-subscribers.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { requireRoom } from '../db/subscribers/write-subscribers.ts';
import { MultipleRecordsFound, ValidationFailed } from '../platform/errors.ts';
import type { CustomField } from '../values/custom-field.ts';
import { subscriberKey } from '../values/subscriber-key.ts';
import type { ListContext } from './list-context.ts';

/** Locks the one subscriber of that name until the transaction ends; null when there is none. @throws MultipleRecordsFound */
export async function lockOneSubscriber(
  writing: SubscriberWriting,
  { list }: ListContext,
  name: SubscriberName,
): Promise<Subscriber | null> {
  const hasAlternateKey = list.primaryKeyCustomFieldId !== null;
  const [found = null, another] = await lockSubscribers(writing, name, { hasAlternateKey, limit: 2 });
  if (another !== undefined) throw new MultipleRecordsFound('several subscribers have this email address: use an id');
  return found;
}

/** Adds a subscriber. @throws ValidationFailed when its key is missing or taken, it has too much data, or the organization is full. */
export async function addSubscriber(
  writing: SubscriberWriting,
  context: ListContext,
  subscriber: NewSubscriber,
): Promise<Subscriber> {
  requireFitting(subscriber);
  const added = await insertSubscriber(writing, keyOf(context, subscriber), subscriber);
  if (added === null) throw new KeyTaken(context);
  return added;
}

/** Requires that a subscriber could be added now. @throws what addSubscriber does */
export async function requireAddable(
  writing: SubscriberWriting,
  context: ListContext,
  subscriber: NewSubscriber,
): Promise<void> {
  requireFitting(subscriber);
  if (await isKeyTaken(writing, keyOf(context, subscriber), null)) throw new KeyTaken(context);
  requireRoom(writing);
}

/** Changes a subscriber whose row is held. @throws ValidationFailed when its new key is missing or taken, or it would get too much data. */
export async function changeSubscriber(
  writing: SubscriberWriting,
  context: ListContext,
  before: Subscriber,
  after: ChangedSubscriber,
): Promise<Subscriber> {
  requireFitting(after, before);
  // An unchanged key is not computed again: data that today's rules refuse does not prevent an unsubscribe.
  const key = isSameOne(context, before, after) ? null : keyOf(context, after);
  const changed = await updateSubscriber(writing, before, key, after);
  if (changed === null) throw new KeyTaken(context);
  return changed;
}

/** Another subscriber of the list has the key. */
export class KeyTaken extends ValidationFailed {
  constructor(context: ListContext) {
    super(`${alternateFieldOf(context)?.name ?? 'email'} has already been taken`);
  }
}

/**
 * Requires that the custom fields of a subscriber fit. One that was stored with too much data can still be changed, as long as it
 * gets no more. @throws ValidationFailed
 */
function requireFitting(after: Pick<ChangedSubscriber, 'customFields'>, before?: Subscriber): void {
  const { max } = BOUNDS.subscriberData;
  const bytes = bytesOf(after.customFields);
  if (bytes <= max || (before !== undefined && bytes <= bytesOf(before.customFields))) return;
  throw new ValidationFailed(
    `custom_fields of a subscriber take at most ${max} bytes together, and these take ${bytes}`,
  );
}

function bytesOf(customFields: Readonly<Record<string, unknown>>): number {
  return Buffer.byteLength(JSON.stringify(customFields));
}

function isSameOne(context: ListContext, before: Subscriber, after: ChangedSubscriber): boolean {
  const alternate = alternateFieldOf(context);
  if (alternate === null) return before.email === after.email;
  return before.customFields[alternate.id] === after.customFields[alternate.id];
}

function keyOf(context: ListContext, subscriber: Parameters<typeof subscriberKey>[0]): string {
  const key = subscriberKey(subscriber, alternateFieldOf(context));
  if (key.error !== undefined) throw new ValidationFailed(key.error);
  return key.value;
}

function alternateFieldOf({ list, fields }: ListContext): CustomField | null {
  if (list.primaryKeyCustomFieldId === null) return null;
  const field = fields.find(({ id }) => id === list.primaryKeyCustomFieldId);
  if (field === undefined) throw new Error(`The primary key field of mailing list ${list.id} is gone.`);
  return field;
}
