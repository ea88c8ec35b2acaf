import { forgetKeys } from '../../db/imports/ledger.ts';
import { forgetUnpacked, lockEndedImport } from '../../db/imports/purge.ts';
import { dropKeys, dropSomeStaging, dropStagedChunks, dropStaging } from '../../db/imports/staging.ts';
import { readImportEnd } from '../../db/imports/state.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { importKeys, packedSourceKey, sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { isWorthALook, removeExcessFiles } from '../sources/remove-excess-files.ts';

/**
 * Removes what only a running import needs, and all files of a cancelled one. A failed import keeps what it needs until it is purged, so
 * that it can be restarted; a finished dry run keeps its source, so that it can be started; any other finished import keeps its files for some
 * minutes, for a database that goes back to before its end (../sources/remove-kept-files.ts), unless it does not fit (../sources/remove-excess-files.ts). Where the source came packed, all keep the packed file alone.
 */
export function cleanUpImport(deps: ActivityDeps) {
  const { pool, files } = deps;
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const end = await readImportEnd(pool, importId);
      const { organizationId, keptBytes, state, isDryRun, isPacked, hasKeys, isStaged } = end;
      // A failed import may be running again by the time an attempt that was given up for dead comes here.
      if (state !== 'finished' && state !== 'cancelled') {
        await dropKeys(pool, importId);
        if (state === 'failed' && isPacked) await dropUnpacked(deps, importId);
        return;
      }
      if (isStaged) {
        await dropStagedChunks(pool, importId);
        await dropStaging(pool, importId);
      }
      if (hasKeys) await forgetKeys(pool, importId);
      if (state === 'finished' && isDryRun && isPacked) return dropUnpacked(deps, importId);
      if (state === 'cancelled') await Promise.all(importKeys(end).map((key) => files.remove(key)));
      else if (isPacked) await files.remove(sourceKey(end));
      if (!isDryRun && isWorthALook(keptBytes, deps)) await removeExcessFiles(deps, organizationId, signal);
    });
}

/**
 * Removes the source that was unpacked, and what is staged of it: both can be made again from the packed file. So what an import
 * takes until it is purged is in proportion to what was sent. Holds the import, which cannot be restarted in between.
 */
async function dropUnpacked({ pool, files }: ActivityDeps, importId: number): Promise<void> {
  const dropSome = () =>
    inTransaction(pool, async (client) => {
      const ended = await lockEndedImport(client, importId);
      if (ended === null || (await files.size(packedSourceKey(ended))) === null) return false;
      if (await dropSomeStaging(client, importId)) return true;
      await files.remove(sourceKey(ended));
      await forgetUnpacked(client, importId);
      return false;
    });
  while (await dropSome());
}
