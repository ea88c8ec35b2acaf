import { parseListedLiveJobs } from '../../engine/db/jobs/listed-live-jobs.ts';
import type { ListedLiveJobs } from '../../engine/db/jobs/listed-live-jobs.ts';
import type { Cache } from '../../engine/cache/cache.ts';
import { readCached } from '../../engine/cache/read-cached.ts';
import type { FeedReader } from './job-feed.ts';

const KEY = 'listed-live-jobs';
/** A little less than the time between two reads of a process. */
const SECONDS = 0.9;
/** More jobs of one organization than these are read by each process: they would fill the cache. */
const MOST_JOBS = 500;

/**
 * Lets the processes that share a cache read the jobs of an organization once a second together. What a process gets is up to a
 * second old.
 */
export function shareJobReads(cache: Cache, read: FeedReader['jobs']): FeedReader['jobs'] {
  const keyOf = (organizationId: number | null) => `${KEY}:${organizationId ?? 'all'}`;

  const find = async (organizationId: number | null, endedAfter: Date): Promise<ListedLiveJobs | null> => {
    const found = await readCached(cache, keyOf(organizationId), parseListedLiveJobs);
    // A stream that is resumed needs jobs that have ended earlier.
    if (found === null || found.endedAfter.getTime() > endedAfter.getTime() + SECONDS * 1000) return null;
    const ended = found.ended.filter(({ finishedAt }) => finishedAt !== null && finishedAt > endedAfter);
    return { ...found, ended, hasMoreEnded: false, endedAfter };
  };
  // Of more unfinished jobs than are read, each process reads those first that it has streams of.
  const share = (jobs: ListedLiveJobs) =>
    jobs.hasMore || jobs.unfinished.length + jobs.ended.length > MOST_JOBS
      ? Promise.resolve()
      : cache.set(keyOf(jobs.organizationId), JSON.stringify(jobs), SECONDS);

  return async (wanted) => {
    const { organizationIds, endedAfter } = wanted;
    const found = await Promise.all((organizationIds ?? [null]).map((id) => find(id, endedAfter)));
    const jobs = found.filter((each) => each !== null);
    const missing = organizationIds?.filter((_, i) => found[i] === null) ?? null;
    if (missing === null ? jobs.length > 0 : missing.length === 0) return jobs;
    const fresh = await read({ ...wanted, organizationIds: missing });
    await Promise.all(fresh.map(share));
    return [...jobs, ...fresh];
  };
}
