import type { Client } from '@temporalio/client';

/** A call did not complete within its timeout; whether it took effect is unknown. */
export class TimedOut extends Error {}

/** Waits for a call, for so many milliseconds. @throws TimedOut after them; whatever the call throws */
export async function withTimeout<Result>(milliseconds: number, call: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut(`No answer within ${milliseconds / 1000} s.`)), milliseconds);
  });
  return Promise.race([call, tooLate]).finally(() => clearTimeout(timer));
}

/** Begins to count down. @returns how many of so many milliseconds are left */
export function countDown(milliseconds: number): () => number {
  const latest = Date.now() + milliseconds;
  return () => Math.max(0, latest - Date.now());
}

/** Whether a call completes, with whatever result, within so many milliseconds. */
export async function completesWithin(milliseconds: number, call: () => Promise<unknown>): Promise<boolean> {
  return withTimeout(milliseconds, call()).then(
    () => true,
    () => false,
  );
}

/** Runs calls of a Temporal client under a timeout; rejects with TimedOut after it. */
export type CallLimit = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** Runs calls of a Temporal client and aborts them after a timeout. @throws TimedOut, or whatever a call throws */
export function callTemporal<Result>(
  client: Client,
  milliseconds: number,
  call: () => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  // The client reads the signal after the delay before its next attempt only; the caller does not wait for that.
  return withTimeout(milliseconds, client.withAbortSignal(abort.signal, call)).finally(() => abort.abort());
}
