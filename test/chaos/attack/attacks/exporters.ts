import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import { callRounds } from '../hostile/callers.ts';
import type { Hostile } from '../hostile/hostile.ts';

/** Exports read a whole list, write files into Postgres and send them. */
export const exporters: Attack = {
  name: 'exporters',
  title: 'eight callers that each export a list of 50,000 subscribers and download the file, again and again for 40 s',
  mostTimes: 4,
  play: (hostile) =>
    callRounds(hostile.size === 'full' ? { callers: 8, forMs: 40_000 } : { callers: 2, rounds: 1 }, () =>
      exportOnce(hostile),
    ),
};

async function exportOnce({ call, count, create, listId, size }: Hostile): Promise<void> {
  const id = await create(`/mailing_lists/${listId}/subscriber_exports`, { subscriber_export: {} });
  const path = `/subscriber_exports/${id}`;
  const limitMs = size === 'full' ? 60_000 : 90_000;
  for (const began = performance.now(); ; await delay(POLL_MS)) {
    const { text } = await call('GET', path);
    const state = /"state":"(\w+)"/.exec(text)?.[1] ?? 'unknown';
    if (ENDED.has(state) || performance.now() - began > limitMs) {
      count(`exports ${state}`);
      await call(state === 'finished' ? 'GET' : 'POST', `${path}/${state === 'finished' ? 'file' : 'cancel'}`);
      return;
    }
  }
}

const POLL_MS = 250;
const ENDED = new Set(['finished', 'failed', 'cancelled']);
