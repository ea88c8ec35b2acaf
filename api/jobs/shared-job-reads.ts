import { parseLiveJobs } from '../../engine/db/jobs/live-jobs.ts';
import type { LiveJob } from '../../engine/db/jobs/live-jobs.ts';
import type { Cache } from '../../engine/cache/cache.ts';
import type { FeedReader } from './job-feed.ts';

const KEY = 'live-jobs';
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

  const find = async (organizationId: number | null, endedAfter: Date): Promise<readonly LiveJob[] | null> => {
    const text = await cache.get(keyOf(organizationId));
    const found = text === null ? null : parseLiveJobs(text);
    // A stream that is resumed needs jobs that have ended earlier.
    if (found === null || found.endedAfter.getTime() > endedAfter.getTime() + SECONDS * 1000) return null;
    return found.jobs.filter(({ finishedAt }) => finishedAt === null || finishedAt > endedAfter);
  };
  const share = (organizationId: number | null, endedAfter: Date, jobs: readonly LiveJob[]) =>
    jobs.length > MOST_JOBS
      ? Promise.resolve()
      : cache.set(keyOf(organizationId), JSON.stringify({ endedAfter, jobs }), SECONDS);

  return async (organizationIds, endedAfter) => {
    const wanted = organizationIds ?? [null];
    const found = await Promise.all(wanted.map((id) => find(id, endedAfter)));
    const missing = wanted.filter((_, i) => found[i] === null);
    const jobs = found.flatMap((each) => each ?? []);
    if (missing.length === 0) return jobs;
    const fresh = await read(organizationIds === null ? null : missing.filter((id) => id !== null), endedAfter);
    const ofEach = new Map<number | null, LiveJob[]>(missing.map((id) => [id, []]));
    for (const job of fresh) ofEach.get(organizationIds === null ? null : job.organizationId)?.push(job);
    await Promise.all([...ofEach].map(([id, each]) => share(id, endedAfter, each)));
    return [...jobs, ...fresh];
  };
}
