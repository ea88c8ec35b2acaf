import { countSubscribersToDelete, deleteSubscriberBatch, readProgress } from '../../db/lists/list-deletions.ts';
import type { DeletionProgress } from '../../db/lists/list-deletions.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, ListReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';

/** Limits of one activity before it reports: the number of batches, and of subscribers in the first and the largest batch. */
export interface DeletionLimits {
  readonly batches: number;
  readonly firstBatch: number;
  readonly largestBatch: number;
}

/**
 * A transaction takes about so long, however fast the disk and however much is queued for each subscriber: rows are not
 * locked for long, a pause is answered soon, and yet a list of a million takes some ten or twenty commits instead of 200.
 */
const BATCH_MS = 200;
/** Batches between two reports, which is some seconds and a dozen events of the history. */
const LIMITS: DeletionLimits = { batches: 40, firstBatch: 5_000, largestBatch: 1_000_000 };

/**
 * Deletes the next subscribers of a list, and reports how far the deletion is; also when it is cancelled half-way.
 * `more` is false when none is left. A list that is not being deleted keeps them all. @throws ApplicationFailure RowLost
 */
export function deleteSubscribers({ pool }: ActivityDeps, limits = LIMITS) {
  return ({ mailingListId }: ListReference): Promise<DeletionProgress & { more: boolean }> =>
    whileHeartbeating(async (signal) => {
      await countSubscribersToDelete(pool, mailingListId);
      let size = limits.firstBatch;
      const deleteBatch = async () => {
        const startedAt = performance.now();
        const more = await inTransaction(pool, (client) => deleteSubscriberBatch(client, mailingListId, size), signal);
        size = nextSize(size, performance.now() - startedAt, limits);
        return more;
      };
      let more = true;
      try {
        for (let batch = 0; more && batch < limits.batches; batch++) more = await deleteBatch();
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      return { ...(await readProgress(pool, mailingListId)), more };
    });
}

/** One quick batch says little about a much larger one, so sizes grow step by step; they shrink immediately. */
function nextSize(size: number, ms: number, { firstBatch, largestBatch }: DeletionLimits): number {
  const fitting = Math.floor(size * Math.min(4, BATCH_MS / ms));
  return Math.min(largestBatch, Math.max(firstBatch, fitting));
}
