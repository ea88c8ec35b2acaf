import type { MailingList } from '../../engine/db/mailing-lists.ts';
import type { Subscriber } from '../../engine/db/subscribers.ts';
import { renderValue } from '../../engine/subscribers/custom-field-values.ts';
import type { CustomField } from '../../engine/subscribers/custom-field.ts';
import { epochSeconds, renderTime } from './times.ts';

/** What a subscriber's record depends on beside itself. */
export interface SubscriberSurroundings {
  list: MailingList;
  /** Every field that applies to the list. */
  fields: readonly CustomField[];
  timeZone: string;
}

/** A subscriber as the API shows it: every field of the list, format and confirmation only where the list has them. */
export function renderSubscriber(
  subscriber: Subscriber,
  { list, fields, timeZone }: SubscriberSurroundings,
): Record<string, unknown> {
  const values = fields.map((field) => {
    const value = renderValue(field, subscriber.customFields[field.id]);
    return [field.name, { name: field.name, type: field.fieldType, value }] as const;
  });
  return {
    id: subscriber.id,
    mailing_list_id: list.id,
    email: subscriber.email,
    created_at: renderTime(subscriber.createdAt, timeZone),
    created_at_epoch: epochSeconds(subscriber.createdAt),
    ...(list.hasFormat && { email_format: subscriber.emailFormat }),
    ...(list.hasConfirmed && { confirmed: subscriber.confirmed ?? false }),
    status: subscriber.status,
    subscribe_time: renderTime(subscriber.subscribeTime, timeZone),
    subscribe_time_epoch: epochSeconds(subscriber.subscribeTime),
    subscribe_ip: subscriber.subscribeIp,
    custom_fields: Object.fromEntries(values),
  };
}
