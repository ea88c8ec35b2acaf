import { forgetKeys } from '../../db/imports/ledger.ts';
import { dropKeys, dropStagedChunks, dropStaging } from '../../db/imports/staging.ts';
import { readImportEnd } from '../../db/imports/state.ts';
import { packedSourceKey, sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';

/**
 * Removes what only a running import needs. A failed import keeps it until it is purged, so that it can be restarted; a
 * finished dry run keeps its source, so that it can be started.
 */
export function cleanUpImport({ pool, files }: ActivityDeps) {
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async () => {
      const { state, isDryRun, hasKeys, isStaged } = await readImportEnd(pool, importId);
      // A failed import may be running again by the time an attempt that was given up for dead comes here.
      if (state !== 'finished' && state !== 'cancelled') return dropKeys(pool, importId);
      if (isStaged) {
        await dropStagedChunks(pool, importId);
        await dropStaging(pool, importId);
      }
      if (hasKeys) await forgetKeys(pool, importId);
      if (state === 'cancelled') await files.remove(packedSourceKey(importId));
      if (state === 'cancelled' || !isDryRun) await files.remove(sourceKey(importId));
    });
}
