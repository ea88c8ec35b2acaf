import type { TemporalClient } from './temporal-client.ts';

/** Checks that a process makes again and again, and a callback for one that failed, unless it was stopped. Times in milliseconds. */
export interface RegularChecks {
  readonly check: () => Promise<void>;
  readonly everyMs: number;
  /** For the calls of Temporal of one check. */
  readonly limitMs: number;
  readonly onError?: (error: unknown) => void;
  /** The first one is made now. */
  readonly beginsNow?: true;
}

/**
 * Makes a check regularly, one at a time.
 * @returns a function that stops them; it resolves when none is under way, since to close a connection under an open call would end the process
 */
export function checkRegularly(
  client: TemporalClient,
  { check, everyMs, limitMs, onError = () => undefined, beginsNow }: RegularChecks,
): () => Promise<void> {
  let abort = new AbortController();
  let last = Promise.resolve();
  let isChecking = false;
  const start = () => {
    if (isChecking) return;
    isChecking = true;
    // A signal retains every call that was made with it, so each check has its own.
    const { signal } = (abort = new AbortController());
    last = client
      .withAbortSignal(signal, () => client.withDeadline(Date.now() + limitMs, check))
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      })
      .finally(() => (isChecking = false));
  };
  if (beginsNow === true) start();
  const timer = setInterval(start, everyMs);
  return () => {
    clearInterval(timer);
    abort.abort();
    return last;
  };
}
