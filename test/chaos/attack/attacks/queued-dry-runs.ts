import type { Attack } from '../attack.ts';
import { callRounds, fileOf } from '../hostile/callers.ts';

/** Dry runs that wait for a turn of their organization, so that as many as may run do so for minutes. */
export const queuedDryRuns: Attack = {
  name: 'queued-dry-runs',
  title: '240 dry runs of 2,000 rows from eight callers, which wait for slots',
  mostTimes: 4,
  play: async ({ finishImports, size, startImport }) => {
    const isFull = size === 'full';
    const ids: (number | null)[] = [];
    await callRounds({ callers: 8, rounds: isFull ? 30 : 2 }, async (numbers) => {
      ids.push(await startImport({ type: 'json', content: fileOf(2_000, numbers) }, { dry_run: true }));
    });
    await finishImports(ids, isFull ? 90_000 : 30_000);
  },
};
