import { RETENTION_IS_OVER } from '../../db/subscriber-imports.ts';
import type { ActivityDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { purgeImport } from '../purge-import.ts';
import { purgeOrphans } from './purge-orphans.ts';

/** Removes logs, staging and stored source of every import that ended longer ago than its policy keeps them. */
export function purgeImports(deps: ActivityDeps) {
  return (): Promise<{ purged: number }> =>
    whileHeartbeating(async (signal) => {
      const { rows } = await deps.pool.query<{ id: number }>(
        `select id from subscriber_imports where purged_at is null and ${RETENTION_IS_OVER.sql} order by id`,
      );
      for (const { id } of rows) {
        signal.throwIfAborted();
        await purgeImport(deps, id);
      }
      return { purged: rows.length + (await purgeOrphans(deps, signal)) };
    });
}
