import { countSubscribersToDelete, deleteSubscriberBatch, readProgress } from '../../db/list-deletions.ts';
import type { DeletionProgress } from '../../db/list-deletions.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ActivityDeps, ListReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';

/** Subscribers deleted per transaction: small, so that nobody waits long for a row and a pause is answered soon. */
const BATCH_SUBSCRIBERS = 5_000;
/** Batches between two reports, which is some seconds and a dozen events of the history. */
const BATCHES = 40;

/**
 * Deletes the next subscribers of a list, and reports how far the deletion is; also when it is cancelled half-way.
 * `more` is false when none is left.
 */
export function deleteSubscribers(
  { pool }: ActivityDeps,
  { batches = BATCHES, batchSubscribers = BATCH_SUBSCRIBERS } = {},
) {
  return ({ mailingListId }: ListReference): Promise<DeletionProgress & { more: boolean }> =>
    whileHeartbeating(async (signal) => {
      await countSubscribersToDelete(pool, mailingListId);
      const deleteBatch = () =>
        inTransaction(pool, (client) => deleteSubscriberBatch(client, mailingListId, batchSubscribers), signal);
      let more = true;
      try {
        for (let batch = 0; more && batch < batches; batch++) more = await deleteBatch();
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      return { ...(await readProgress(pool, mailingListId)), more };
    });
}
