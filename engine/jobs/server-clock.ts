/**
 * The clock of a server that tells its time only in what it has noted: the clocks of two machines may be minutes apart, so its notes are never
 * compared with the clock of this one.
 */
export interface ServerClock {
  /** Takes a time that the server has noted by now, in milliseconds since 1970. */
  note(serverMs: number): void;
  /** Milliseconds since 1970 by the server's clock, at least the latest time that was noted; 0 while there is none. */
  now(): number;
}

/** Notes of so many milliseconds count, so that a server whose clock was set back is followed. */
const NOTES_MS = 600_000;

/** Creates a clock without notes. `elapsed` returns the milliseconds that have passed here, which no setting of a clock changes. */
export function createServerClock(elapsed: () => number = () => performance.now()): ServerClock {
  // By how much each note was ahead of the time that had passed; the largest is the closest, since a note is never of the future.
  let notes: { readonly at: number; readonly ahead: number }[] = [];
  return {
    note: (serverMs) => {
      const at = elapsed();
      const ahead = serverMs - at;
      // Smaller ones that are older can never be the largest again.
      notes = notes.filter((each) => each.ahead > ahead && at - each.at < NOTES_MS);
      notes.push({ at, ahead });
    },
    now: () => {
      const [largest] = notes;
      return largest === undefined ? 0 : elapsed() + largest.ahead;
    },
  };
}
