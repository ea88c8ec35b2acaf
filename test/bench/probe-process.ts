import { setTimeout as delay } from 'node:timers/promises';
import { API_PREFIX } from '../../api/http/prefix.ts';
import { createApiClient } from './api-client.ts';
import { timed } from './latencies.ts';
import type { ProbeMessage, Probed, ProbeTimes } from './probes.ts';
import { benchRow } from './rows.ts';

// The calls of others, in a process of their own: that of the bench holds rows and sends files, and its garbage collection
// would count as waiting. The parent says whom to call, names the import whose detail is read, and asks for the times.

const PAUSE_MS = 20;
const WARM_UP_CALLS = 50;
let isOver = false;
let importId = 0;
let probing: Promise<ProbeTimes> | null = null;

process.on('message', ({ begin, importId: newest, end }: ProbeMessage) => {
  importId = newest ?? importId;
  if (begin !== undefined) probing = probe(begin);
  if (end !== true) return;
  isOver = true;
  void probing?.then((times) => process.send?.({ times }, () => process.exit(0)));
});
process.once('disconnect', () => process.exit(1));

async function probe({ apiUrl, apiKey, listId, rows }: Probed): Promise<ProbeTimes> {
  const api = createApiClient(apiUrl, apiKey, new AbortController().signal);
  const someone = () => encodeURIComponent(benchRow(Math.floor(Math.random() * rows), 0).email);
  const subscriber = { subscribe_ip: '192.0.2.1' };
  const times: Record<keyof ProbeTimes, number[]> = { refusal: [], detail: [], byEmail: [], update: [] };
  const calls = {
    refusal: async () => (await fetch(`${apiUrl}${API_PREFIX}/mailing_lists`)).text(),
    detail: () => api.get(`/subscriber_imports/${importId}`),
    byEmail: () => api.get(`/mailing_lists/${listId}/subscribers_by_email/${someone()}`),
    update: () => api.put(`/mailing_lists/${listId}/subscribers/${someone()}`, { subscriber }),
  };
  const names = Object.keys(calls) as (keyof ProbeTimes)[];
  // The first calls of a process load and compile what it needs.
  for (let i = 0; i < WARM_UP_CALLS; i++) await Promise.all(names.map((name) => calls[name]()));
  process.send?.({ ready: true });
  const again = async (name: keyof ProbeTimes) => {
    while (!isOver) {
      times[name].push(await timed(calls[name]));
      await delay(PAUSE_MS);
    }
  };
  await Promise.all(names.map(again));
  return times;
}
