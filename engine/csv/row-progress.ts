/** Notes which row is worked on, for another thread to see. */
export interface RowProgress {
  /** Work on one row begins. */
  readonly at: (row: number) => void;
  /** Work on some rows at once begins; `first` is the first of them. */
  readonly atSome: (first: number) => void;
  /** Nothing is worked on: bytes or a place for results are awaited. */
  readonly rest: () => void;
}

const RESTING = 0;

/** Creates memory that two threads share: one notes its progress there, the other one watches it. */
export function createProgressMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
}

/** Opens the memory for the thread that works. */
export function noteProgress(memory: SharedArrayBuffer): RowProgress {
  const view = new Float64Array(memory);
  return {
    at: (row) => (view[0] = row),
    atSome: (first) => (view[0] = -first),
    rest: () => (view[0] = RESTING),
  };
}

/** A place that took longer than a row may take. */
export interface SlowPlace {
  readonly row: number;
  /** Whether it is this row, and not one of some that were worked on at once. */
  readonly isKnown: boolean;
}

/** So often is looked at the progress before a row counts as slow: a process that was stopped for a while has not looked. */
const LOOKS = 5;

/**
 * Watches the memory, and calls back once when a row takes longer than `rowTimeMs`.
 * @returns the function that ends the watch
 */
export function watchProgress(
  memory: SharedArrayBuffer,
  rowTimeMs: number,
  onSlow: (place: SlowPlace) => void,
): () => void {
  const view = new Float64Array(memory);
  let seen = RESTING;
  let looks = 0;
  const timer = setInterval(() => {
    const place = view[0] ?? RESTING;
    looks = place === seen && place !== RESTING ? looks + 1 : 0;
    seen = place;
    if (looks < LOOKS) return;
    clearInterval(timer);
    onSlow({ row: Math.abs(place), isKnown: place > 0 });
  }, rowTimeMs / LOOKS);
  return () => clearInterval(timer);
}
