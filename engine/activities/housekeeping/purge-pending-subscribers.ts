import { emptyExpiredPendingSubscribers, removeOldPendingSubscribers } from '../../db/pending-subscribers.ts';
import type { ActivityDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';

/** Forgets whoever did not follow the link in time at once, and after months that there was a link. */
export function purgePendingSubscribers({ pool }: ActivityDeps) {
  return (): Promise<{ emptied: number; removed: number }> =>
    whileHeartbeating(async () => ({
      emptied: await emptyExpiredPendingSubscribers(pool),
      removed: await removeOldPendingSubscribers(pool),
    }));
}
