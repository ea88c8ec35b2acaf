import type { Connections } from '../db/core/connections.ts';
import { claimKey, nameClaimed } from '../db/idempotency/claim-key.ts';
import type { KeyClaim } from '../db/idempotency/key-claim.ts';
import { reactToSubscription } from '../db/subscribers/reactions.ts';
import type { SubscriptionControls } from '../db/subscribers/reactions.ts';
import type { NewSubscriber } from '../db/subscribers/subscriber-rows.ts';
import type { Subscriber } from '../db/subscribers/subscribers.ts';
import { writeSubscribers } from '../db/subscribers/write-subscribers.ts';
import type { ListContext } from './list-context.ts';
import { addSubscriber } from './storage.ts';

/**
 * Adds a subscriber and queues the autoresponders of the subscription.
 * @throws what addSubscriber and writeSubscribers do; KeyClaimed
 */
export function createSubscriber(
  pool: Connections,
  context: ListContext,
  subscriber: NewSubscriber,
  controls: SubscriptionControls,
  claim: KeyClaim | null = null,
): Promise<Subscriber> {
  return writeSubscribers(pool, context.list, { mayAdd: true }, async (writing) => {
    // Before the subscriber, whose key the call that has this key may have taken.
    if (claim !== null) await claimKey(writing.client, claim);
    const added = await addSubscriber(writing, context, subscriber);
    if (claim !== null) await nameClaimed(writing.client, claim, added.id);
    await reactToSubscription(writing, added, controls);
    return added;
  });
}
