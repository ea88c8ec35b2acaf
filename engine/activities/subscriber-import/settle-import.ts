import { addDeactivated, deactivate, noteSettled, writeDeactivated, writeUnread } from '../../db/imports/deactivate.ts';
import { addToCounts } from '../../db/imports/merge.ts';
import { readImport } from '../../db/imports/record.ts';
import { countUnreadRows } from '../../db/imports/staging.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { keepsImages } from './before-images.ts';
import { findAbsent, onStaged } from './find-absent.ts';
import { waitForDisk } from './wait-for-disk.ts';

/**
 * Deactivates the active subscribers that are not in the import, in slices by key; a retry begins with the first slice again,
 * and finds nothing left to do in those that are done. A dry run counts them instead. An import that has settled is left alone: its staged
 * rows may be gone. @throws ApplicationFailure StagingLost
 */
export function settleImport(deps: ActivityDeps) {
  const { pool } = deps;
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const record = await readImport(pool, importId);
      const { mailingListId, options, isDryRun, isSettled } = record;
      if (!options.deactivate_subscribers_not_in_import || isSettled) return;
      await onStaged(deps, importId, signal, async (client) => {
        await addDeactivated(client, importId, 0);
        await writeUnread(client, importId, await countUnreadRows(client, importId));
      });
      if (isDryRun) {
        const { absent } = await findAbsent(deps, record, { signal });
        return writeDeactivated(pool, importId, absent);
      }
      const list = { mailingListId, importId, keepsImages: keepsImages(deps, record) };
      await findAbsent(deps, record, {
        signal,
        take: async (client, keys) => {
          const deactivated = await deactivate(client, list, keys);
          if (deactivated === 0) return;
          await addToCounts(client, mailingListId, { ...UNCHANGED, active: -deactivated, deactivated });
          await addDeactivated(client, importId, deactivated);
        },
      });
      await waitForDisk(deps, { importId }, signal);
      await noteSettled(pool, importId);
    });
}

const UNCHANGED = { active: 0, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 };
