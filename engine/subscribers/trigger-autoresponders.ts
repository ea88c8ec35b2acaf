import type { Connections } from '../db/core/connections.ts';
import { listAutoresponders, queueReactions, reactToSubscription } from '../db/subscribers/reactions.ts';
import type { Autoresponder, ReplacementTexts } from '../db/subscribers/reactions.ts';
import { DEFAULT_FORMAT } from '../domain/subscribers.ts';
import type { SubscriberName } from '../db/subscribers/subscriber-rows.ts';
import type { Subscriber } from '../db/subscribers/subscribers.ts';
import { Collision, writeSubscribers } from '../db/subscribers/write-subscribers.ts';
import type { SubscriberWriting } from '../db/subscribers/write-subscribers.ts';
import { createMessages } from '../domain/messages.ts';
import { InvalidRequest, NotFound, ValidationFailed } from '../platform/errors.ts';
import { matchesPattern } from '../values/name-pattern.ts';
import { isEmailAddress } from '../values/email-address.ts';
import { changeFields, fieldDataOf, readAllFields, requireFields } from '../values/field-data.ts';
import type { FieldData, Refuse } from '../values/field-data.ts';
import type { ListContext } from './list-context.ts';
import { addSubscriber, changeSubscriber, KeyTaken, lockOneSubscriber } from './storage.ts';

/** The cases in which custom field values hold: always, and for each result. */
export type FieldCase = 'for_all' | 'for_new' | 'for_active' | 'for_reactivated';

/** A request to trigger autoresponders for one subscriber. */
export interface TriggerRequest {
  readonly createMissing: boolean;
  readonly reactivate: boolean;
  readonly skipSubscription: boolean;
  /** The autoresponders: patterns for their names, or their ids. */
  readonly wanted: { readonly names: readonly string[] } | { readonly ids: readonly number[] };
  readonly texts: ReplacementTexts;
  /** Values by field name, not parsed yet. */
  readonly customFields: Readonly<Record<FieldCase, Readonly<Record<string, unknown>>>>;
}

/** A subscriber by its name in a path; `email` is the address that a missing one is added with. */
export interface NamedSubscriber {
  readonly name: SubscriberName;
  readonly email: string;
}

interface Subscription {
  readonly subscriber: Subscriber;
  readonly result: 'created' | 'remained_active' | 'reactivated';
}

/** The autoresponders that were queued, and for which subscriber. */
export interface Triggered extends Subscription {
  readonly autoresponders: readonly Autoresponder[];
}

/**
 * Queues autoresponders for one subscriber, who may be added or made active for it; all or nothing.
 * @throws NotFound, InvalidRequest or ValidationFailed when an autoresponder is unknown, or the subscriber is not active and
 * may not become so
 */
export function triggerAutoresponders(
  pool: Connections,
  context: ListContext,
  named: NamedSubscriber,
  request: TriggerRequest,
): Promise<Triggered> {
  const { list } = context;
  return writeSubscribers(pool, list, { mayAdd: request.createMissing }, async (writing) => {
    const autoresponders = choose(await listAutoresponders(writing.client, list.id), request.wanted);
    const { subscriber, result } = await subscribe(writing, context, named, request);
    const ids = autoresponders.map(({ id }) => id);
    await queueReactions(writing, subscriber.id, ids, request.texts);
    if (result === 'created') {
      const controls = { skip: request.skipSubscription, filter: null, excludeReacted: false };
      await reactToSubscription(writing, subscriber, controls, { already: ids, texts: request.texts });
    }
    return { autoresponders, subscriber, result };
  });
}

function choose(autoresponders: readonly Autoresponder[], wanted: TriggerRequest['wanted']): readonly Autoresponder[] {
  if ('ids' in wanted) {
    const known = new Map(autoresponders.map((autoresponder) => [autoresponder.id, autoresponder]));
    return [...new Set(wanted.ids)].map((id) => {
      const autoresponder = known.get(id);
      if (autoresponder === undefined) throw new NotFound('autoresponder');
      return autoresponder;
    });
  }
  const tests = wanted.names.map(matchesPattern);
  const chosen = autoresponders.filter(({ name }) => tests.some((matches) => matches(name)));
  if (chosen.length === 0) throw new NotFound('autoresponder');
  return chosen;
}

/** Makes sure that the named one is an active subscriber with the values sent for its case. */
async function subscribe(
  writing: SubscriberWriting,
  context: ListContext,
  { name, email }: NamedSubscriber,
  request: TriggerRequest,
): Promise<Subscription> {
  const before = await lockOneSubscriber(writing, context, name);
  if (before === null) {
    if (!request.createMissing || 'id' in name) throw new NotFound('subscriber');
    return { subscriber: await create(writing, context, email, request), result: 'created' };
  }
  if (before.status === 'active') {
    return { subscriber: await activate(writing, context, before, request, 'for_active'), result: 'remained_active' };
  }
  if (!request.reactivate)
    throw new InvalidRequest(`subscriber is ${before.status}: send reactivate_subscriber as true`);
  return { subscriber: await activate(writing, context, before, request, 'for_reactivated'), result: 'reactivated' };
}

async function create(
  writing: SubscriberWriting,
  context: ListContext,
  email: string,
  request: TriggerRequest,
): Promise<Subscriber> {
  const { list, fields } = context;
  const customFields = withoutMistakes((refuse) => {
    if (!isEmailAddress(email)) refuse('email is not a valid email address');
    return readAllFields(dataFor('for_new', request, context, refuse), fields, refuse);
  });
  try {
    return await addSubscriber(writing, context, {
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
  context: ListContext,
  before: Subscriber,
  request: TriggerRequest,
  fieldCase: FieldCase,
): Promise<Subscriber> {
  const customFields = withoutMistakes((refuse) => {
    const data = dataFor(fieldCase, request, context, refuse);
    const changed = changeFields(before.customFields, data, refuse);
    requireFields(
      changed,
      context.fields.filter((field) => !data.has(field)),
      refuse,
    );
    return changed;
  });
  const after = { ...before, status: 'active', subscribeTime: null, removeIp: null, customFields } as const;
  return changeSubscriber(writing, context, before, after);
}

/** Values sent for the case replace, field by field, those sent for all. */
function dataFor(fieldCase: FieldCase, request: TriggerRequest, context: ListContext, refuse: Refuse): FieldData {
  return new Map([
    ...fieldDataOf(request.customFields.for_all, context.fields, refuse),
    ...fieldDataOf(request.customFields[fieldCase], context.fields, refuse),
  ]);
}

function withoutMistakes<Result>(read: (refuse: Refuse) => Result): Result {
  const mistakes = createMessages();
  const result = read((sentence) => mistakes.add(sentence));
  if (mistakes.count > 0) throw new ValidationFailed(mistakes.text());
  return result;
}
