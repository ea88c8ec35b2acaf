import { purgeEndedJobMails } from '../../db/jobs/ended-job-mails.ts';
import { purgeClaimedKeys } from '../../db/idempotency/claimed-keys.ts';
import type { Kinds } from '../compose.ts';
import type { ActivityDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { purgeUploads } from './purge-uploads.ts';

/**
 * Removes what jobs of every kind have stored and what has expired: logs, staging, sources, files, events of webhooks, keys of
 * calls, uploads, mails about ended jobs.
 */
export function purgeJobs(deps: ActivityDeps & Kinds) {
  return (): Promise<{ purged: number }> =>
    whileHeartbeating(async (signal) => {
      let purged = 0;
      for (const kind of deps.maintainedKinds) purged += (await kind.purgeExpired?.(deps, signal)) ?? 0;
      await purgeClaimedKeys(deps.pool);
      await purgeUploads(deps, signal);
      const givenUp = await purgeEndedJobMails(deps.pool);
      if (givenUp > 0) deps.log.warn({ mails: givenUp }, 'mails about ended jobs were given up');
      return { purged };
    });
}
