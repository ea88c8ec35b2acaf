import { findExcess, forgetKept } from '../../db/sources/excess-files.ts';
import { keptKeys } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';

/** Jobs whose files are removed at the same time. */
const TOGETHER = 20;
/** The next call continues after so many milliseconds. */
const LIMIT_MS = 20_000;

/** A job looks for excess at its end when its own source is larger than this part of what its organization may store. */
const PART_TO_LOOK_AT = 1 / 256;

/** Whether a source is so large that its end waits for the removal of what does not fit; smaller ones are left to the maintenance. */
export function isWorthALook(keptBytes: number, { importSourcesBytes }: Pick<ActivityDeps, 'importSourcesBytes'>) {
  return keptBytes > importSourcesBytes * PART_TO_LOOK_AT;
}

/**
 * Removes the oldest files that ended jobs of any kind have kept, until the sources of their organization take no more than they may,
 * those that count included. @param organizationId null: of all organizations
 */
export async function removeExcessFiles(
  { pool, files, importSourcesBytes: most }: Pick<ActivityDeps, 'pool' | 'files' | 'importSourcesBytes'>,
  organizationId: number | null,
  signal: AbortSignal,
): Promise<void> {
  for (const until = Date.now() + LIMIT_MS; Date.now() < until;) {
    signal.throwIfAborted();
    const excess = await findExcess(pool, { organizationId, most, limit: TOGETHER });
    if (excess.length === 0) return;
    // Noted first: a job that is unfinished again keeps its files. What a crash leaves here, the removal of kept files finds by its age.
    await Promise.all(
      excess.map(async (job) => {
        if (!(await forgetKept(pool, job))) return;
        await Promise.all(keptKeys(job, job.folder).map((key) => files.remove(key)));
      }),
    );
  }
}
