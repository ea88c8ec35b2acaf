import { z } from 'zod/v4';
import type { Subscriber } from '../../engine/db/subscribers/subscribers.ts';
import type { ListContext } from '../../engine/subscribers/list-context.ts';
import { renderValue } from '../../engine/values/custom-field-values.ts';
import { epochSeconds, renderTime } from '../http/times.ts';
import { DEFAULT_FORMAT, EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { fieldValues, named, renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import {
  subscriberExample,
  pendingSubscriberExample,
  subscriberByEmailExample,
  triggeredAutorespondersExample,
} from './examples.ts';

/** A subscriber as the API shows it. */
export const subscriberRecord = z
  .object({
    id: whole,
    mailing_list_id: whole,
    email: z.string(),
    created_at: renderedTime,
    created_at_epoch: z.int(),
    email_format: z.enum(EMAIL_FORMATS).optional().describe('Only on lists with a format.'),
    confirmed: z.boolean().optional().describe('Only on lists with confirmation.'),
    status: z.enum(SUBSCRIBER_STATUSES),
    subscribe_time: renderedTime,
    subscribe_time_epoch: z.int(),
    subscribe_ip: z.string().nullable(),
    custom_fields: fieldValues,
  })
  .meta({ id: 'Subscriber', examples: [subscriberExample] });

/** A subscription that still has to be confirmed: there is no subscriber yet. */
export const pendingSubscriberRecord = subscriberRecord
  .extend({ id: whole.nullable() })
  .meta({ id: 'PendingSubscriber', examples: [pendingSubscriberExample] });

/** A subscriber by its address, with where it is one. */
export const subscriberByEmailRecord = z
  .object({
    id: whole,
    status: z.enum(SUBSCRIBER_STATUSES),
    email: z.string(),
    mailing_list: named,
    organization: named,
  })
  .meta({ id: 'SubscriberByEmail', examples: [subscriberByEmailExample] });

/** Response record of a call to trigger autoresponders. */
export const triggeredRecord = z
  .object({
    triggered_autoresponders: z.array(named),
    subscriber: subscriberRecord,
    subscription_result: z.enum(['created', 'remained_active', 'reactivated']),
  })
  .meta({ id: 'TriggeredAutoresponders', examples: [triggeredAutorespondersExample] });

/** The list of a subscriber, and the time zone of the caller. */
export interface SubscriberContext extends ListContext {
  readonly timeZone: string;
}

/** A subscriber as the API shows it: every field of the list, format and confirmation only where the list has them. */
export function renderSubscriber(
  subscriber: Subscriber,
  { list, fields, timeZone }: SubscriberContext,
): Rendered<typeof subscriberRecord> {
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
    // Subscribers from before the list had the format were stored without one.
    ...(list.hasFormat && { email_format: subscriber.emailFormat ?? DEFAULT_FORMAT }),
    ...(list.hasConfirmed && { confirmed: subscriber.confirmed ?? false }),
    status: subscriber.status,
    subscribe_time: renderTime(subscriber.subscribeTime, timeZone),
    subscribe_time_epoch: epochSeconds(subscriber.subscribeTime),
    subscribe_ip: subscriber.subscribeIp,
    custom_fields: Object.fromEntries(values),
  };
}
