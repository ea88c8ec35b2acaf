import { RETENTION_IS_OVER } from '../../db/subscriber-imports.ts';
import type { ActivityDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { purgeImport } from '../purge-import.ts';
import { purgeExports } from '../subscriber-export/purge-exports.ts';
import { purgeOrphans } from './purge-orphans.ts';

/** Removes what is kept of imports and exports that ended longer ago than their policies keep it: logs, staging, files. */
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
      const exports = await purgeExports(deps, signal);
      return { purged: rows.length + exports + (await purgeOrphans(deps, signal)) };
    });
}
