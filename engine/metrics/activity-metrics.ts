import { CancelledFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { Counter, Histogram, type Registry } from 'prom-client';
import { COUNTERS } from '../domain/subscriber-imports.ts';

/** Seconds: a small chunk takes milliseconds, a download or the scan of a large source minutes. */
const BUCKETS = [0.005, 0.02, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/** Measures every activity of a worker: how long it takes, how it ends, and what became of the rows it handled. */
export function measureActivities(registry: Registry): ActivityInterceptorsFactory {
  const duration = new Histogram({
    name: 'sluice_activity_duration_seconds',
    help: 'How long activities take; stageRange and stageRanges stage ranges of an import, mergeChunk and mergeChunks merge chunks, importAtOnce does all of a small one.',
    labelNames: ['activity', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const rows = new Counter({
    name: 'sluice_rows_total',
    help: 'Rows of imports by outcome; rows of a task that is retried after a crash may count twice.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of COUNTERS) rows.inc({ outcome }, 0);

  return ({ info: { activityType: activity } }) => ({
    inbound: {
      execute: async (input, next) => {
        const stop = duration.startTimer({ activity });
        try {
          const result: unknown = await next(input);
          stop({ outcome: 'done' });
          countRows(rows, activity, result);
          return result;
        } catch (error) {
          stop({ outcome: error instanceof CancelledFailure ? 'cancelled' : 'failed' });
          throw error;
        }
      },
    },
  });
}

interface Staged {
  readonly failed: number;
}

interface Merged {
  readonly counters: Readonly<Record<string, number>>;
}

function countRows(rows: Counter, activity: string, result: unknown): void {
  const countStaged = ({ failed }: Staged) => rows.inc({ outcome: 'failed' }, failed);
  const countMerged = ({ counters }: Merged) =>
    Object.entries(counters).forEach(([outcome, count]) => rows.inc({ outcome }, count));
  if (activity === 'stageRange') countStaged(result as Staged);
  else if (activity === 'mergeChunk') countMerged(result as Merged);
  else if (activity === 'stageRanges') (result as readonly Staged[]).forEach(countStaged);
  else if (activity === 'mergeChunks') (result as readonly Merged[]).forEach(countMerged);
  else if (activity === 'importAtOnce') {
    const { range, chunk } = result as { range: Staged | null; chunk: Merged | null };
    if (range !== null) countStaged(range);
    if (chunk !== null) countMerged(chunk);
  }
}
