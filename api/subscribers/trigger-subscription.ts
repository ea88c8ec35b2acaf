import { DEFAULT_FORMAT } from '../../engine/domain/subscribers.ts';
import type { SubscriberName } from '../../engine/db/subscribers/subscriber-rows.ts';
import type { Subscriber } from '../../engine/db/subscribers/subscribers.ts';
import { Collision } from '../../engine/db/subscribers/write-subscribers.ts';
import type { SubscriberWriting } from '../../engine/db/subscribers/write-subscribers.ts';
import { createMessages } from '../../engine/domain/messages.ts';
import { InvalidRequest, NotFound, ValidationFailed } from '../../engine/platform/errors.ts';
import { isEmailAddress } from '../../engine/values/email-address.ts';
import { changeFields, fieldDataOf, readAllFields, requireFields } from '../../engine/values/field-data.ts';
import type { FieldData, Refuse } from '../../engine/values/field-data.ts';
import type { SubscriberSurroundings } from './record.ts';
import type { FieldCase, TriggerRequest } from './trigger-input.ts';
import { lockOneSubscriber } from './lookups.ts';
import { addSubscriber, changeSubscriber, KeyTaken } from './storage.ts';

export interface Subscription {
  subscriber: Subscriber;
  result: 'created' | 'remained_active' | 'reactivated';
}

/**
 * Sees to it that the named one is an active subscriber with the values sent for its case.
 * @throws NotFound, InvalidRequest or ValidationFailed when it is not and may not become one.
 */
export async function subscribeForTrigger(
  writing: SubscriberWriting,
  place: SubscriberSurroundings,
  { name, email }: { name: SubscriberName; email: string },
  asked: TriggerRequest,
): Promise<Subscription> {
  const before = await lockOneSubscriber(writing, place, name);
  if (before === null) {
    if (!asked.createMissing || 'id' in name) throw new NotFound('subscriber');
    return { subscriber: await create(writing, place, email, asked), result: 'created' };
  }
  if (before.status === 'active') {
    return { subscriber: await activate(writing, place, before, asked, 'for_active'), result: 'remained_active' };
  }
  if (!asked.reactivate) throw new InvalidRequest(`subscriber is ${before.status}: send reactivate_subscriber as true`);
  return { subscriber: await activate(writing, place, before, asked, 'for_reactivated'), result: 'reactivated' };
}

async function create(
  writing: SubscriberWriting,
  place: SubscriberSurroundings,
  email: string,
  asked: TriggerRequest,
): Promise<Subscriber> {
  const { list, fields } = place;
  const customFields = withoutMistakes((refuse) => {
    if (!isEmailAddress(email)) refuse('email is not a valid email address');
    return readAllFields(dataFor('for_new', asked, place, refuse), fields, refuse);
  });
  try {
    return await addSubscriber(writing, place, {
      email,
      status: 'active',
      emailFormat: list.hasFormat ? DEFAULT_FORMAT : null,
      confirmed: list.hasConfirmed ? false : null,
      subscribeTime: null,
      subscribeIp: null,
      customFields,
    });
  } catch (error) {
    // Where the address is the key, another call has added the missing one since it was looked for.
    throw error instanceof KeyTaken && list.primaryKeyCustomFieldId === null ? new Collision() : error;
  }
}

async function activate(
  writing: SubscriberWriting,
  place: SubscriberSurroundings,
  before: Subscriber,
  asked: TriggerRequest,
  fieldCase: FieldCase,
): Promise<Subscriber> {
  const customFields = withoutMistakes((refuse) => {
    const data = dataFor(fieldCase, asked, place, refuse);
    const changed = changeFields(before.customFields, data, refuse);
    requireFields(
      changed,
      place.fields.filter((field) => !data.has(field)),
      refuse,
    );
    return changed;
  });
  const after = { ...before, status: 'active', subscribeTime: null, removeIp: null, customFields } as const;
  return changeSubscriber(writing, place, before, after);
}

/** What is sent for the case goes, field by field, before what is sent for all. */
function dataFor(
  fieldCase: FieldCase,
  asked: TriggerRequest,
  place: SubscriberSurroundings,
  refuse: Refuse,
): FieldData {
  return new Map([
    ...fieldDataOf(asked.customFields.for_all, place.fields, refuse),
    ...fieldDataOf(asked.customFields[fieldCase], place.fields, refuse),
  ]);
}

function withoutMistakes<Result>(read: (refuse: Refuse) => Result): Result {
  const mistakes = createMessages();
  const result = read((sentence) => mistakes.add(sentence));
  if (mistakes.count > 0) throw new ValidationFailed(mistakes.text());
  return result;
}
