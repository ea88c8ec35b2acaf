import {
  emptyExpiredPendingSubscribers,
  removeOldPendingSubscribers,
} from '../../db/subscribers/pending-subscribers.ts';
import type { ActivityDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';

/** Removes the addresses of subscriptions that were not confirmed in time, and after months their tokens, too. */
export function purgePendingSubscribers({ pool }: ActivityDeps) {
  return (): Promise<{ emptied: number; removed: number }> =>
    whileHeartbeating(async () => ({
      emptied: await emptyExpiredPendingSubscribers(pool),
      removed: await removeOldPendingSubscribers(pool),
    }));
}
