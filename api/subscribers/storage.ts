import { insertSubscriber, isKeyTaken, updateSubscriber } from '../../engine/db/subscribers/subscriber-rows.ts';
import type { ChangedSubscriber, NewSubscriber } from '../../engine/db/subscribers/subscriber-rows.ts';
import type { Subscriber } from '../../engine/db/subscribers/subscribers.ts';
import type { SubscriberWriting } from '../../engine/db/subscribers/write-subscribers.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { requireRoom } from '../../engine/db/subscribers/write-subscribers.ts';
import { ValidationFailed } from '../../engine/platform/errors.ts';
import type { CustomField } from '../../engine/values/custom-field.ts';
import { subscriberKey } from '../../engine/values/subscriber-key.ts';
import type { SubscriberSurroundings } from './record.ts';

type Place = Pick<SubscriberSurroundings, 'list' | 'fields'>;

/** Adds a subscriber. @throws ValidationFailed when its key is missing or taken, it has too much data, or the organization is full. */
export async function addSubscriber(
  writing: SubscriberWriting,
  place: Place,
  subscriber: NewSubscriber,
): Promise<Subscriber> {
  requireFitting(subscriber);
  const added = await insertSubscriber(writing, keyOf(place, subscriber), subscriber);
  if (added === null) throw new KeyTaken(place);
  return added;
}

/** Sees whether a subscriber could be added now. @throws what addSubscriber does. */
export async function requireAddable(
  writing: SubscriberWriting,
  place: Place,
  subscriber: NewSubscriber,
): Promise<void> {
  requireFitting(subscriber);
  if (await isKeyTaken(writing, keyOf(place, subscriber), null)) throw new KeyTaken(place);
  requireRoom(writing);
}

/** Changes a subscriber whose row is held. @throws ValidationFailed when its new key is missing or taken, or it would get too much data. */
export async function changeSubscriber(
  writing: SubscriberWriting,
  place: Place,
  before: Subscriber,
  after: ChangedSubscriber,
): Promise<Subscriber> {
  requireFitting(after, before);
  // A subscriber that stays the same keeps its key, so that no oddity of old data stands in the way of unsubscribing.
  const key = isSameOne(place, before, after) ? null : keyOf(place, after);
  const changed = await updateSubscriber(writing, before, key, after);
  if (changed === null) throw new KeyTaken(place);
  return changed;
}

/** Another subscriber of the list has the key. */
export class KeyTaken extends ValidationFailed {
  constructor(place: Place) {
    super(`${alternateFieldOf(place)?.name ?? 'email'} has already been taken`);
  }
}

/** What was stored with more data than a subscriber may have can still be changed, as long as it gets no more. */
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

function isSameOne(place: Place, before: Subscriber, after: ChangedSubscriber): boolean {
  const alternate = alternateFieldOf(place);
  if (alternate === null) return before.email === after.email;
  return before.customFields[alternate.id] === after.customFields[alternate.id];
}

function keyOf(place: Place, subscriber: Parameters<typeof subscriberKey>[0]): string {
  const key = subscriberKey(subscriber, alternateFieldOf(place));
  if (key.error !== undefined) throw new ValidationFailed(key.error);
  return key.value;
}

function alternateFieldOf({ list, fields }: Place): CustomField | null {
  if (list.primaryKeyCustomFieldId === null) return null;
  const field = fields.find(({ id }) => id === list.primaryKeyCustomFieldId);
  if (field === undefined) throw new Error(`The primary key field of mailing list ${list.id} is gone.`);
  return field;
}
