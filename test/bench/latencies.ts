import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds that calls of one kind took. */
export interface Latencies {
  readonly calls: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Calls each probe again and again, with a pause in between, while some work is done. @throws what any of them throws */
export async function whileProbing<Name extends string, Result>(
  probes: Readonly<Record<Name, () => Promise<unknown>>>,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly latencies: Readonly<Record<Name, Latencies>> }> {
  let isDone = false;
  const times = Object.fromEntries(Object.keys(probes).map((name) => [name, []])) as unknown as Record<Name, number[]>;
  const probing = (Object.keys(probes) as Name[]).map(async (name) => {
    while (!isDone) {
      times[name].push(await timed(probes[name]));
      await delay(PAUSE_MS);
    }
  });
  const working = work().finally(() => (isDone = true));
  const [result] = await Promise.all([working, ...probing]);
  const latencies = Object.fromEntries((Object.keys(times) as Name[]).map((name) => [name, latenciesOf(times[name])]));
  return { result, latencies: latencies as Record<Name, Latencies> };
}

/** Milliseconds that a call takes. */
export async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

/** Boils times in milliseconds down. */
export function latenciesOf(times: readonly number[]): Latencies {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { calls: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

const PAUSE_MS = 20;
