/** Milliseconds that calls of one kind took. */
export interface Latencies {
  readonly calls: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
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
