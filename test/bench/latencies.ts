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
  /** The times of these probes during earlier work, which count as well. */
  earlier: Times<Name> | undefined = undefined,
): Promise<{
  readonly result: Result;
  readonly times: Times<Name>;
  readonly latencies: Readonly<Record<Name, Latencies>>;
}> {
  let isDone = false;
  const names = Object.keys(probes) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [...(earlier?.[name] ?? [])]])) as Record<Name, number[]>;
  const probing = names.map(async (name) => {
    while (!isDone) {
      times[name].push(await timed(probes[name]));
      await delay(PAUSE_MS);
    }
  });
  const working = work().finally(() => (isDone = true));
  const [result] = await Promise.all([working, ...probing]);
  const latencies = Object.fromEntries(names.map((name) => [name, latenciesOf(times[name])]));
  return { result, times, latencies: latencies as Record<Name, Latencies> };
}

/** Milliseconds of every call of each probe. */
export type Times<Name extends string> = Readonly<Record<Name, readonly number[]>>;

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
