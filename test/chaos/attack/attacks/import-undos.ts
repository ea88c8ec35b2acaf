import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import { callRounds, fileOf } from '../hostile/callers.ts';
import type { Hostile } from '../hostile/hostile.ts';

/** Undos take the list for themselves while they write, and two of an organization run at a time. */
export const importUndos: Attack = {
  name: 'import-undos',
  title: 'eight callers that each import 2,000 rows and undo them, after a dry run, again and again for 40 s',
  mostTimes: 4,
  play: (hostile) =>
    callRounds(hostile.size === 'full' ? { callers: 8, forMs: 40_000 } : { callers: 2, rounds: 1 }, async (numbers) => {
      const id = await hostile.startImport({ type: 'json', content: fileOf(2_000, numbers) });
      if (id === null) return;
      await hostile.finishImports([id], 60_000);
      for (const dry_run of [true, false]) await undoOnce(hostile, id, dry_run);
    }),
};

async function undoOnce({ call, count, size }: Hostile, importId: number, dry_run: boolean): Promise<void> {
  const { text } = await call('POST', `/subscriber_imports/${importId}/undo`, { import_undo: { dry_run } });
  const id = /"id":(\d+)/.exec(text)?.[1];
  if (id === undefined) return count('undos refused');
  const limitMs = size === 'full' ? 60_000 : 90_000;
  for (const began = performance.now(); ; await delay(POLL_MS)) {
    const { text } = await call('GET', `/import_undos/${id}`);
    const state = /"state":"(\w+)"/.exec(text)?.[1] ?? 'unknown';
    if (!ENDED.has(state) && performance.now() - began < limitMs) continue;
    if (!ENDED.has(state)) await call('POST', `/import_undos/${id}/cancel`);
    return count(`undos ${state}`);
  }
}

const POLL_MS = 250;
const ENDED = new Set(['finished', 'failed', 'cancelled']);
