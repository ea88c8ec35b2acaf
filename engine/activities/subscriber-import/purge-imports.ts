import {
  findExpiredImports,
  findUnpurgedImportsOfList,
  findUnwrittenSources,
  forgetUnwritten,
  lockEndedImport,
} from '../../db/imports/purge.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';
import { purgeImport } from '../purge-import.ts';
import { purgeOrphans } from './purge-orphans.ts';

/**
 * Removes logs, staging and stored source of every import that ended longer ago than its policy keeps them, and sources without an import.
 * @returns how many were removed
 */
export async function purgeExpiredImports(deps: ActivityDeps, signal: AbortSignal): Promise<number> {
  const ids = await findExpiredImports(deps.pool);
  for (const id of ids) {
    signal.throwIfAborted();
    await purgeImport(deps, id);
  }
  await removeUnwritten(deps, signal);
  return ids.length + (await purgeOrphans(deps, signal));
}

/** Removes what killed attempts have left of sources of imports that have ended since, and counts it no more. */
async function removeUnwritten({ pool, files }: ActivityDeps, signal: AbortSignal): Promise<void> {
  for (const id of await findUnwrittenSources(pool)) {
    signal.throwIfAborted();
    await inTransaction(pool, async (client) => {
      const ended = await lockEndedImport(client, id);
      if (ended === null) return;
      await files.remove(sourceKey(ended));
      await forgetUnwritten(client, id);
    });
  }
}

/**
 * Removes staging and stored sources of every import of a deleted list. Imports that the deletion has cancelled keep their
 * logs until their retention is over.
 */
export async function purgeImportsOfList(
  deps: ActivityDeps,
  mailingListId: number,
  signal: AbortSignal,
): Promise<void> {
  for (const { id, keepsLogs } of await findUnpurgedImportsOfList(deps.pool, mailingListId)) {
    signal.throwIfAborted();
    await purgeImport(deps, id, { keepsLogs });
  }
}
