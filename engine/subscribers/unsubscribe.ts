import type { Connections } from '../db/core/connections.ts';
import type { Subscriber } from '../db/subscribers/subscribers.ts';
import { recordUnsubscribe } from '../db/subscribers/unsubscribe-events.ts';
import { writeSubscribers } from '../db/subscribers/write-subscribers.ts';
import type { UnsubscribeToken } from '../secrets/unsubscribe-token.ts';
import type { ListContext } from './list-context.ts';
import { changeSubscriber, lockOneSubscriber } from './storage.ts';

/**
 * Unsubscribes the subscriber of a token and records the mail and the IP address; a repeated call changes nothing else.
 * @returns null when the list has no such subscriber
 */
export function unsubscribe(
  pool: Connections,
  context: ListContext,
  token: UnsubscribeToken,
  ip: string | null,
): Promise<Subscriber | null> {
  return writeSubscribers(pool, context.list, { mayAdd: false }, async (writing) => {
    const before = await lockOneSubscriber(writing, context, { id: token.subscriberId });
    if (before === null) return null;
    const isRepeated = before.status === 'unsubscribed';
    await recordUnsubscribe(writing, token, { ip, isRepeated });
    if (isRepeated) return before;
    const after = { ...before, status: 'unsubscribed', subscribeTime: null, removeIp: ip } as const;
    return changeSubscriber(writing, context, before, after);
  });
}
