import type { SubscriptionControls } from '../../engine/db/reactions.ts';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../engine/db/subscriber-import-options.ts';
import type { ChangedSubscriber, NewSubscriber } from '../../engine/db/subscriber-rows.ts';
import type { Subscriber } from '../../engine/db/subscribers.ts';
import { changeFields, fieldDataOf, readAllFields, withFieldDefaults } from '../../engine/subscribers/field-data.ts';
import type { FieldData } from '../../engine/subscribers/field-data.ts';
import type { Attributes } from './attributes.ts';
import type { SubscriberSurroundings } from './subscriber-record.ts';
import { emailAddress, flag, hash, ipAddress, oneOf, text, time } from './values.ts';

/** Reads a subscriber to create; `applyDefaults` gives fields that are not sent their defaults. @throws ValidationFailed */
export function readNewSubscriber(
  attributes: Attributes,
  { list, fields }: SubscriberSurroundings,
  { applyDefaults }: { applyDefaults: boolean },
): NewSubscriber {
  const email = attributes.demand('email', emailAddress) ?? '';
  const { emailFormat, confirmed } = readOptionalColumns(attributes, list);
  const status = attributes.read('status', oneOf(SUBSCRIBER_STATUSES), 'active');
  const subscribeTime = attributes.find('subscribe_time', time);
  const subscribeIp = attributes.find('subscribe_ip', ipAddress);
  const sent = readFieldData(attributes, fields);
  const customFields = readAllFields(
    applyDefaults ? withFieldDefaults(sent, fields) : sent,
    fields,
    attributes.refuseAs,
  );
  attributes.check();
  return {
    email,
    status,
    emailFormat: list.hasFormat ? (emailFormat ?? 'html') : null,
    confirmed: list.hasConfirmed ? (confirmed ?? false) : null,
    subscribeTime: subscribeTime?.toISOString() ?? null,
    subscribeIp,
    customFields,
  };
}

/** Reads what to change of a subscriber, and answers the function that changes one. @throws ValidationFailed */
export function readSubscriberChanges(
  attributes: Attributes,
  { list, fields }: SubscriberSurroundings,
): (before: Subscriber) => ChangedSubscriber {
  if (attributes.raw('email') === null) attributes.refuse('email', 'cannot be blank');
  const email = attributes.find('email', emailAddress);
  const { emailFormat, confirmed } = readOptionalColumns(attributes, list);
  const status = attributes.find('status', oneOf(SUBSCRIBER_STATUSES));
  const subscribeTime = attributes.find('subscribe_time', time);
  const subscribeIp = attributes.find('subscribe_ip', ipAddress.nullable());
  const sent = readFieldData(attributes, fields);
  changeFields({}, sent, attributes.refuseAs);
  attributes.check();
  return (before) => ({
    email: email ?? before.email,
    status: status ?? before.status,
    emailFormat: emailFormat ?? before.emailFormat,
    confirmed: confirmed ?? before.confirmed,
    subscribeTime: subscribeTime?.toISOString() ?? null,
    subscribeIp: attributes.has('subscribe_ip') ? subscribeIp : before.subscribeIp,
    removeIp: null,
    customFields: changeFields(before.customFields, sent, () => undefined),
  });
}

/** Reads what a new subscriber sets off; mistakes are collected in the attributes. */
export function readSubscriptionControls(attributes: Attributes): SubscriptionControls {
  return {
    skip: attributes.read('skip_autoresponders', flag, false),
    filter: attributes.find('autoresponder_filter', text),
    excludeReacted: attributes.read('autoresponder_exclude_reacted', flag, false),
  };
}

/** Lists without these columns take no notice of them. */
function readOptionalColumns(attributes: Attributes, list: SubscriberSurroundings['list']) {
  return {
    emailFormat: list.hasFormat ? attributes.find('email_format', oneOf(EMAIL_FORMATS)) : null,
    confirmed: list.hasConfirmed ? attributes.find('confirmed', flag) : null,
  };
}

function readFieldData(attributes: Attributes, fields: SubscriberSurroundings['fields']): FieldData {
  return fieldDataOf(attributes.find('custom_fields', hash) ?? {}, fields, attributes.refuseAs);
}
