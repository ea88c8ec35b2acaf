import { countAbsent, dropKeys, gatherKeys, hasKeys } from '../../db/imports/deactivate.ts';
import { readImport } from '../../db/imports/record.ts';
import { lockImport } from '../../db/imports/state.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { AbsentSubscribers } from '../../../machines/import-guards.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { isSourceCutOff } from './is-source-cut-off.ts';
import { requireAllStaged } from './require-staging.ts';

/**
 * Counts the subscribers that an import would deactivate, before it deactivates any; null when no guard asks for it.
 * Without `max_deactivated` one does where the source is empty or ends within a record.
 * @throws ApplicationFailure StagingLost
 */
export function countAbsentSubscribers({ pool, files }: ActivityDeps) {
  return ({ importId }: ImportReference): Promise<AbsentSubscribers | null> =>
    whileHeartbeating(async (signal) => {
      const record = await readImport(pool, importId);
      const { options, mailingListId } = record;
      const isLimited = options.max_deactivated !== undefined;
      const isCutOff = !isLimited && (await isSourceCutOff({ pool, files }, record, signal));
      return inTransaction(
        pool,
        async (client) => {
          await lockImport(client, importId, 'no key update');
          await requireAllStaged(client, importId);
          const isEmpty = !(await hasKeys(client, importId));
          if (!isLimited && !isEmpty && !isCutOff) return null;
          await dropKeys(client, importId);
          await gatherKeys(client, importId);
          return { isEmpty, isCutOff, ...(await countAbsent(client, importId, mailingListId)) };
        },
        signal,
      );
    });
}
