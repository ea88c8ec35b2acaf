import { describe, expect, it } from 'vitest';
import { shareJobReads } from '../../../api/jobs/shared-job-reads.ts';
import { createMemoryCache } from '../../../engine/cache/memory-cache.ts';
import type { LiveJob } from '../../../engine/db/jobs/live-jobs.ts';

const MINUTE = 60_000;
const jobOf = (organizationId: number, finishedAt: Date | null = null): LiveJob => ({
  ...{
    workflowId: `subscriber-import/${organizationId}`,
    id: organizationId,
    jobType: 'SubscriberImport',
    organizationId,
  },
  ...{
    mailingListId: 7,
    state: 'importing',
    done: 5,
    total: 10,
    counters: { added: 5 },
    rate: 2.5,
    placeInQueue: null,
  },
  ...{ finishedAt, errorMessage: null, isDryRun: false },
});

describe('processes that share a cache', () => {
  const reads: (readonly number[] | null)[] = [];
  const cache = createMemoryCache();
  const process = () => {
    const shared = shareJobReads(cache, ({ organizationIds, endedAfter }) => {
      reads.push(organizationIds);
      const lists = (organizationIds ?? [null]).map((organizationId) => {
        const unfinished = organizationId === 3 ? [] : [jobOf(organizationId ?? 1)];
        const ended = organizationId === 3 ? [jobOf(3, new Date(now - 1_000))] : [];
        return { organizationId, unfinished, ended, hasMore: organizationId === 4, hasMoreEnded: false, endedAfter };
      });
      return Promise.resolve(lists);
    });
    return async (organizationIds: readonly number[] | null, endedAfter: Date) => {
      const lists = await shared({ organizationIds, endedAfter, limit: 10, first: [] });
      return lists.flatMap(({ unfinished, ended }) => [...unfinished, ...ended]);
    };
  };
  const now = Date.now();
  const [one, other] = [process(), process()];

  it('read each organization once together, with its times', async () => {
    expect(await one([1, 3], new Date(now - MINUTE))).toEqual([jobOf(1), jobOf(3, new Date(now - 1_000))]);
    expect(await other([1, 2, 3], new Date(now - MINUTE))).toEqual([
      jobOf(1),
      jobOf(3, new Date(now - 1_000)),
      jobOf(2),
    ]);
    expect(reads).toEqual([[1, 3], [2]]);
  });

  it('read all organizations apart from those that are listened to', async () => {
    reads.length = 0;
    expect(await one(null, new Date(now - MINUTE))).toHaveLength(1);
    expect(await other(null, new Date(now - MINUTE))).toHaveLength(1);
    expect(reads).toEqual([null]);
  });

  it('each read an organization with more jobs than are read', async () => {
    reads.length = 0;
    await one([4], new Date(now - MINUTE));
    await other([4], new Date(now - MINUTE));
    expect(reads).toEqual([[4], [4]]);
  });

  it('read again for a stream that is resumed from longer ago, and leave out what ended before', async () => {
    reads.length = 0;
    await one([1], new Date(now - 60 * MINUTE));
    expect(reads).toEqual([[1]]);
    expect(await other([3], new Date(now - 500))).toEqual([]);
  });
});
