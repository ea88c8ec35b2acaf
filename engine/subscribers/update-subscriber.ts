import type { Connections } from '../db/core/connections.ts';
import { reactToSubscription } from '../db/subscribers/reactions.ts';
import type { ChangedSubscriber, SubscriberName } from '../db/subscribers/subscriber-rows.ts';
import type { Subscriber } from '../db/subscribers/subscribers.ts';
import { writeSubscribers } from '../db/subscribers/write-subscribers.ts';
import { NotFound } from '../platform/errors.ts';
import type { ListContext } from './list-context.ts';
import { changeSubscriber, lockOneSubscriber } from './storage.ts';

/**
 * Changes one subscriber; `runsAutoresponders` queues autoresponders as for a created one.
 * @throws NotFound, MultipleRecordsFound, and what changeSubscriber and writeSubscribers do
 */
export function updateSubscriber(
  pool: Connections,
  context: ListContext,
  name: SubscriberName,
  { change, runsAutoresponders }: { change: (before: Subscriber) => ChangedSubscriber; runsAutoresponders: boolean },
): Promise<Subscriber> {
  return writeSubscribers(pool, context.list, { mayAdd: false }, async (writing) => {
    const before = await lockOneSubscriber(writing, context, name);
    if (before === null) throw new NotFound('subscriber');
    const changed = await changeSubscriber(writing, context, before, change(before));
    await reactToSubscription(writing, changed, { skip: !runsAutoresponders, filter: null, excludeReacted: false });
    return changed;
  });
}
