import { wasCancelledWithList } from '../../db/jobs/deleted-list-jobs.ts';
import { RETENTION_IS_OVER } from '../../db/imports/subscriber-imports.ts';
import type { ActivityDeps } from '../deps.ts';
import { purgeImport } from '../purge-import.ts';
import { purgeOrphans } from './purge-orphans.ts';

/**
 * Removes logs, staging and stored source of every import that ended longer ago than its policy keeps them, and sources without an import.
 * @returns how many were removed
 */
export async function purgeExpiredImports(deps: ActivityDeps, signal: AbortSignal): Promise<number> {
  const { rows } = await deps.pool.query<{ id: number }>(
    `select id from subscriber_imports where purged_at is null and ${RETENTION_IS_OVER.sql} order by id`,
  );
  for (const { id } of rows) {
    signal.throwIfAborted();
    await purgeImport(deps, id);
  }
  return rows.length + (await purgeOrphans(deps, signal));
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
  const { rows } = await deps.pool.query<{ id: number; keepsLogs: boolean }>(
    `select i.id, coalesce(${wasCancelledWithList('i').sql} and not ${RETENTION_IS_OVER.sql}, false) as "keepsLogs"
       from subscriber_imports i join mailing_lists l on l.id = i.mailing_list_id
      where i.mailing_list_id = $1 and i.purged_at is null
      order by i.id`,
    [mailingListId],
  );
  for (const { id, keepsLogs } of rows) {
    signal.throwIfAborted();
    await purgeImport(deps, id, { keepsLogs });
  }
}
