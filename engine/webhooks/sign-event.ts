import { Webhook } from 'standardwebhooks';
import { eventName } from '../domain/webhooks.ts';
import type { DeliveredType } from '../domain/webhooks.ts';

/** An event: of a job, or of the service. */
export interface WebhookEvent {
  readonly uid: string;
  readonly type: DeliveredType;
  readonly at: Date;
  readonly data: object;
}

/** A message in the scheme of Standard Webhooks: the same id and body at every attempt. */
export interface SignedMessage {
  readonly body: string;
  readonly headers: Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;
}

/** Signs an event at a time, once by each secret (`whsec_…`). */
export function signEvent({ uid, type, at, data }: WebhookEvent, secrets: readonly string[], now: Date): SignedMessage {
  const id = eventName(uid);
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body));
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
  };
}
