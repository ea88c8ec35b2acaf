import type { PoolClient } from 'pg';
import {
  addDeactivated,
  deactivateAbsent,
  dropKeys,
  gatherKeys,
  writeDeactivated,
} from '../../db/imports/deactivate.ts';
import { readImport } from '../../db/imports/record.ts';
import { addToCounts } from '../../db/imports/merge.ts';
import { lockImport } from '../../db/imports/state.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { requireUnended } from './require-unended.ts';
import { requireAllStaged, requireStaging } from './require-staging.ts';

/** Subscribers looked at per transaction: small, so that rows are locked briefly and a pause is answered soon. */
const BATCH_SUBSCRIBERS = 5_000;

/**
 * Deactivates the active subscribers that are not in the import, in batches by key; going over a batch again changes
 * nothing. A dry run counts them instead. @throws ApplicationFailure StagingLost
 */
export function settleImport({ pool }: ActivityDeps) {
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const { mailingListId, options, isDryRun } = await readImport(pool, importId);
      if (!options.deactivate_subscribers_not_in_import) return;
      await inTransaction(
        pool,
        async (client) => {
          // An attempt that was given up for dead may still be at it, and one table can't be made twice.
          await lockImport(client, importId, 'no key update');
          await requireAllStaged(client, importId);
          await dropKeys(client, importId);
          await gatherKeys(client, importId);
          await addDeactivated(client, importId, 0);
        },
        signal,
      );
      let counted = 0;
      let afterKey: string | null = '';
      while (afterKey !== null) {
        signal.throwIfAborted();
        const batch = {
          importId,
          mailingListId,
          afterKey,
          limit: BATCH_SUBSCRIBERS,
          isDryRun,
        };
        const next: { lastKey: string | null; deactivated: number } = await inTransaction(
          pool,
          async (client) => {
            await requireStaging(client, importId);
            const done = await deactivateAbsent(client, batch);
            if (!isDryRun && done.deactivated > 0) await noteDeactivated(client, batch, done.deactivated);
            await requireUnended(client, importId);
            return done;
          },
          signal,
        );
        afterKey = next.lastKey;
        counted += next.deactivated;
      }
      if (isDryRun) await writeDeactivated(pool, importId, counted);
    });
}

async function noteDeactivated(
  client: PoolClient,
  { importId, mailingListId }: { importId: number; mailingListId: number },
  deactivated: number,
): Promise<void> {
  const none = { active: 0, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 };
  await addToCounts(client, mailingListId, { ...none, active: -deactivated, deactivated });
  await addDeactivated(client, importId, deactivated);
}
