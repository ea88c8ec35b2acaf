/** Counts of this process by key, which begin again each minute. */
export interface MinuteCounts {
  /** Counts one more. @returns null, or the seconds until the next minute when the key has as many as it may */
  count(key: string): number | null;
}

const MINUTE_MS = 60_000;

/** Creates counts that let each key have `most` a minute. */
export function createMinuteCounts(most: number): MinuteCounts {
  const counts = new Map<string, number>();
  let minute = 0;
  return {
    count: (key) => {
      const now = Date.now();
      if (now >= minute + MINUTE_MS || now < minute) {
        counts.clear();
        minute = now;
      }
      const count = (counts.get(key) ?? 0) + 1;
      if (count > most) return Math.ceil((minute + MINUTE_MS - now) / 1000);
      counts.set(key, count);
      return null;
    },
  };
}
