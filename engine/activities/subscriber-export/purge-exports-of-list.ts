import type { ActivityDeps } from '../deps.ts';
import { purgeExport } from './purge-export.ts';

/** Removes the files and snapshots of every export of a list. */
export async function purgeExportsOfList(
  deps: ActivityDeps,
  mailingListId: number,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await deps.pool.query<{ id: number }>(
    `select id from subscriber_exports
      where mailing_list_id = $1 and options is not null and finished_at is not null and purged_at is null
      order by id`,
    [mailingListId],
  );
  for (const { id } of rows) {
    signal.throwIfAborted();
    await purgeExport(deps, id);
  }
}
