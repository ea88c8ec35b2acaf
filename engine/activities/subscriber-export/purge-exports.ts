import type { ActivityDeps } from '../deps.ts';
import { purgeExport, removeFiles } from './purge-export.ts';

/**
 * Removes the file of every export whose retention is over, and what a worker that was killed wrote of one that had ended.
 * @returns how many exports were purged
 */
export async function purgeExports(deps: ActivityDeps, signal: AbortSignal): Promise<number> {
  const { rows } = await deps.pool.query<{ id: number }>(
    `select id from subscriber_exports
      where options is not null and purged_at is null
        and finished_at + make_interval(secs => file_retention_ms / 1000.0) <= now()
      order by id`,
  );
  for (const { id } of rows) {
    signal.throwIfAborted();
    await purgeExport(deps, id);
  }
  await removeOrphans(deps, signal);
  return rows.length;
}

async function removeOrphans({ pool, files }: ActivityDeps, signal: AbortSignal): Promise<void> {
  const ids = new Set<number>();
  for (const found of [files.list('exports/'), files.listUnfinished('exports/')]) {
    for await (const key of found) ids.add(Number(key.split('/')[1]));
  }
  const { rows } = await pool.query<{ id: number }>(
    `select id from subscriber_exports where id = any ($1::bigint[]) and purged_at is not null`,
    [[...ids].filter(Number.isSafeInteger)],
  );
  for (const { id } of rows) {
    signal.throwIfAborted();
    await removeFiles(files, id, () => true);
  }
}
