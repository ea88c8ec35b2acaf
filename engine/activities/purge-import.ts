import type { PoolClient } from 'pg';
import { deleteBeforeImages } from '../db/imports/before-images.ts';
import { forgetKeys } from '../db/imports/ledger.ts';
import { isReadByUndo, lockEndedImport, purgeLogs, purgeWorklists } from '../db/imports/purge.ts';
import { dropSomeStaging } from '../db/imports/staging.ts';
import { inTransaction } from '../db/core/transaction.ts';
import { importKeys } from '../files/source-key.ts';
import type { ActivityDeps } from './deps.ts';

/**
 * Removes logs, worklist, staging and stored source of an import that has ended; its row and its totals stay. One that was restarted
 * since is left alone, and so is one that an unfinished undo reads. `keepsLogs` leaves the logs to the purge at the end of their retention.
 */
export async function purgeImport(
  { pool, files }: ActivityDeps,
  importId: number,
  { keepsLogs = false } = {},
): Promise<void> {
  const purgeSome = async (client: PoolClient): Promise<boolean> => {
    const ended = await lockEndedImport(client, importId);
    if (ended === null || (await isReadByUndo(client, importId))) return false;
    if (await dropSomeStaging(client, importId)) return true;
    for (const key of importKeys(ended)) await files.remove(key);
    await forgetKeys(client, importId);
    await purgeWorklists(client, importId);
    await deleteBeforeImages(client, importId);
    if (!keepsLogs) await purgeLogs(client, importId);
    return false;
  };
  while (await inTransaction(pool, purgeSome));
}
