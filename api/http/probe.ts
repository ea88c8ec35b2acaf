import { withTimeout } from '../../engine/platform/timeouts.ts';

/** Times of a probe, in milliseconds. */
export interface ProbeTimes {
  /** Time after which a call that has not completed counts as failed. */
  readonly withinMs: number;
  /** Time for which a result is kept after its call has ended. */
  readonly keptMs: number;
}

/**
 * Returns whether a call completes, with whatever result, in time. One call runs at a time, however long it takes: calls into a hung file
 * system each hold one of the four threads of the process, without which names are not resolved and files not read.
 */
export function createProbe(call: () => Promise<unknown>, { withinMs, keptMs }: ProbeTimes): () => Promise<boolean> {
  let answer: Promise<boolean> | null = null;
  const begin = () => {
    const result = call().then(
      () => true,
      () => false,
    );
    void result.then(() => {
      answer = result;
      setTimeout(() => (answer = null), keptMs).unref();
    });
    return withTimeout(withinMs, result).catch(() => false);
  };
  return () => (answer ??= begin());
}

/**
 * Returns whether a call has completed in time when it was last made, null before it first was. It is made again when that result is no longer
 * kept; no caller waits for it longer than `waitMs`.
 */
export function createSlowProbe(
  call: () => Promise<unknown>,
  { waitMs, ...times }: ProbeTimes & { readonly waitMs: number },
): () => Promise<boolean | null> {
  let last: boolean | null = null;
  const probe = createProbe(call, times);
  return () => {
    const next = probe().then((found) => (last = found));
    return withTimeout(waitMs, next).catch(() => last);
  };
}
