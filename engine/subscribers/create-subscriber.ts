import type { Pool } from 'pg';
import { reactToSubscription } from '../db/subscribers/reactions.ts';
import type { SubscriptionControls } from '../db/subscribers/reactions.ts';
import type { NewSubscriber } from '../db/subscribers/subscriber-rows.ts';
import type { Subscriber } from '../db/subscribers/subscribers.ts';
import { writeSubscribers } from '../db/subscribers/write-subscribers.ts';
import type { ListContext } from './list-context.ts';
import { addSubscriber } from './storage.ts';

/** Adds a subscriber and queues the autoresponders of the subscription. @throws what addSubscriber and writeSubscribers do */
export function createSubscriber(
  pool: Pool,
  context: ListContext,
  subscriber: NewSubscriber,
  controls: SubscriptionControls,
): Promise<Subscriber> {
  return writeSubscribers(pool, context.list, { mayAdd: true }, async (writing) => {
    const added = await addSubscriber(writing, context, subscriber);
    await reactToSubscription(writing, added, controls);
    return added;
  });
}
