import type { Connections } from '../db/core/connections.ts';
import type { ListHead } from '../db/lists/mailing-lists.ts';
import { deleteSubscribers, lockSubscribers } from '../db/subscribers/subscriber-rows.ts';
import type { SubscriberName } from '../db/subscribers/subscriber-rows.ts';
import { writeSubscribers } from '../db/subscribers/write-subscribers.ts';
import { NotFound } from '../platform/errors.ts';

/** Maximum number of subscribers that share an address and that one call removes. */
const MOST_REMOVED = 10;

/** Subscribers that one call has removed: ids in ascending order, and whether others of the same address remain. */
export interface RemovedSubscribers {
  readonly ids: readonly number[];
  readonly moreRemaining: boolean;
}

/** Removes the subscriber with an id, or up to ten with an address. @throws NotFound */
export function removeSubscribers(
  pool: Connections,
  list: ListHead,
  name: SubscriberName,
): Promise<RemovedSubscribers> {
  const options = { hasAlternateKey: list.primaryKeyCustomFieldId !== null, limit: MOST_REMOVED + 1 };
  return writeSubscribers(pool, list, { mayAdd: false }, async (writing) => {
    const found = await lockSubscribers(writing, name, options);
    if (found.length === 0) throw new NotFound('subscriber');
    const removed = found.slice(0, MOST_REMOVED);
    await deleteSubscribers(writing, removed);
    return { ids: removed.map(({ id }) => id), moreRemaining: found.length > removed.length };
  });
}
