import { findUnpurgedExportsOfList } from '../../db/exports/purge.ts';
import type { ActivityDeps } from '../deps.ts';
import { purgeExport } from './purge-export.ts';

/** Removes the files and snapshots of every export of a list. */
export async function purgeExportsOfList(
  deps: ActivityDeps,
  mailingListId: number,
  signal: AbortSignal,
): Promise<void> {
  for (const job of await findUnpurgedExportsOfList(deps.pool, mailingListId)) {
    signal.throwIfAborted();
    await purgeExport(deps, job);
  }
}
