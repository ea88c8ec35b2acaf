import { purgeClaimedKeys } from '../../db/idempotency/claimed-keys.ts';
import type { Kinds } from '../compose.ts';
import type { ActivityDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { purgeUploads } from './purge-uploads.ts';

/**
 * Removes what jobs of every kind have stored and what has expired: logs, staging, sources, files, events of webhooks, keys of
 * calls, uploads.
 */
export function purgeJobs(deps: ActivityDeps & Kinds) {
  return (): Promise<{ purged: number }> =>
    whileHeartbeating(async (signal) => {
      let purged = 0;
      for (const kind of deps.maintainedKinds) purged += (await kind.purgeExpired?.(deps, signal)) ?? 0;
      await purgeClaimedKeys(deps.pool);
      await purgeUploads(deps, signal);
      return { purged };
    });
}
