import { setTimeout as delay } from 'node:timers/promises';

/** Timeout and polling interval, in milliseconds. */
export interface Patience {
  readonly limitMs?: number;
  readonly everyMs?: number;
}

/**
 * Looks again and again until there is an answer; a look that throws counts as none.
 * @throws Error that names what was waited for, with the last look's error as its cause
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | null>,
  { limitMs = 120_000, everyMs = 50 }: Patience = {},
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (let cause: unknown; ;) {
    try {
      const found = await look();
      if (found !== null) return found;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs / 1000} s in vain: ${what}.`, { cause });
    await delay(everyMs);
  }
}
