import type { SubscriptionControls } from '../../engine/db/subscribers/reactions.ts';
import { DEFAULT_FORMAT, EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import type { ChangedSubscriber, NewSubscriber } from '../../engine/db/subscribers/subscriber-rows.ts';
import type { Subscriber } from '../../engine/db/subscribers/subscribers.ts';
import { changeFields, fieldDataOf, readAllFields, withFieldDefaults } from '../../engine/values/field-data.ts';
import type { ListContext } from '../../engine/subscribers/list-context.ts';
import type { FieldData } from '../../engine/values/field-data.ts';
import type { Attributes } from '../http/attributes.ts';
import { instantIn } from '../http/times.ts';
import { emailAddress, flag, hash, ipAddress, objectOf, oneOf, shortText, time } from '../http/values.ts';

const recordInput = objectOf({
  email_format: oneOf(EMAIL_FORMATS).nullish().describe('Ignored by lists without a format.'),
  confirmed: flag.nullish().describe('Ignored by lists without confirmation.'),
  status: oneOf(SUBSCRIBER_STATUSES).nullish(),
  subscribe_time: time.nullish(),
  subscribe_ip: ipAddress.nullish(),
  custom_fields: hash
    .nullish()
    .describe('Values by the name of the custom field; an array for a field of several options.'),
});

const controlsInput = objectOf({
  skip_autoresponders: flag.nullish(),
  autoresponder_filter: shortText(255).nullish().describe('A pattern for names; * matches any text.'),
  autoresponder_exclude_reacted: flag.nullish(),
});

/** Request body of a subscriber to create. */
export const newSubscriberInput = objectOf({ email: emailAddress, ...recordInput.shape, ...controlsInput.shape });

/** Request body of a subscriber to change. */
export const subscriberChangesInput = objectOf({
  email: emailAddress.nullish(),
  ...recordInput.shape,
  run_autoresponders: flag.nullish().describe('Whether to queue the autoresponders for new subscribers.'),
});

/** The list that a subscriber is sent for. */
export interface SubscriberPlace extends ListContext {
  /** The zone of times without an offset: that of the list's organization. */
  readonly timeZone: string;
}

type NewSubscriberInput = Attributes<typeof newSubscriberInput>;

/** Reads a subscriber to create; `applyDefaults` gives fields that are not sent their defaults. @throws ValidationFailed */
export function readNewSubscriber(
  attributes: NewSubscriberInput,
  { list, fields, timeZone }: SubscriberPlace,
  { applyDefaults }: { applyDefaults: boolean },
): NewSubscriber {
  const email = attributes.demand('email') ?? '';
  const { emailFormat, confirmed } = readOptionalColumns(attributes.as(recordInput), list);
  const status = attributes.read('status', 'active');
  const subscribeTime = readSubscribeTime(attributes.as(recordInput), timeZone);
  const subscribeIp = attributes.find('subscribe_ip');
  const sent = readFieldData(attributes.as(recordInput), fields);
  const customFields = readAllFields(
    applyDefaults ? withFieldDefaults(sent, fields) : sent,
    fields,
    attributes.refuseAs,
  );
  attributes.check();
  return {
    email,
    status,
    emailFormat: list.hasFormat ? (emailFormat ?? DEFAULT_FORMAT) : null,
    confirmed: list.hasConfirmed ? (confirmed ?? false) : null,
    subscribeTime,
    subscribeIp,
    customFields,
  };
}

/** Reads what to change of a subscriber, and answers the function that changes one. @throws ValidationFailed */
export function readSubscriberChanges(
  attributes: Attributes<typeof subscriberChangesInput>,
  { list, fields, timeZone }: SubscriberPlace,
): (before: Subscriber) => ChangedSubscriber {
  if (attributes.raw('email') === null) attributes.refuse('email', 'cannot be blank');
  const email = attributes.find('email');
  const { emailFormat, confirmed } = readOptionalColumns(attributes.as(recordInput), list);
  const status = attributes.find('status');
  const subscribeTime = readSubscribeTime(attributes.as(recordInput), timeZone);
  const subscribeIp = attributes.find('subscribe_ip');
  const sent = readFieldData(attributes.as(recordInput), fields);
  changeFields({}, sent, attributes.refuseAs);
  attributes.check();
  return (before) => ({
    email: email ?? before.email,
    status: status ?? before.status,
    emailFormat: emailFormat ?? before.emailFormat,
    confirmed: confirmed ?? before.confirmed,
    subscribeTime,
    subscribeIp: attributes.has('subscribe_ip') ? subscribeIp : before.subscribeIp,
    removeIp: null,
    customFields: changeFields(before.customFields, sent, () => undefined),
  });
}

/** Reads what a new subscriber sets off; mistakes are collected in the attributes. */
export function readSubscriptionControls(attributes: NewSubscriberInput): SubscriptionControls {
  return {
    skip: attributes.read('skip_autoresponders', false),
    filter: attributes.find('autoresponder_filter'),
    excludeReacted: attributes.read('autoresponder_exclude_reacted', false),
  };
}

type RecordInput = Attributes<typeof recordInput>;

function readSubscribeTime(attributes: RecordInput, timeZone: string): string | null {
  const written = attributes.find('subscribe_time');
  return written === null ? null : instantIn(timeZone, written).toISOString();
}

/** Lists without these columns take no notice of them. */
function readOptionalColumns(attributes: RecordInput, list: ListContext['list']) {
  return {
    emailFormat: list.hasFormat ? attributes.find('email_format') : null,
    confirmed: list.hasConfirmed ? attributes.find('confirmed') : null,
  };
}

function readFieldData(attributes: RecordInput, fields: ListContext['fields']): FieldData {
  return fieldDataOf(attributes.find('custom_fields') ?? {}, fields, attributes.refuseAs);
}
