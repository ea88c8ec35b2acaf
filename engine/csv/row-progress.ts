/** Publishes which row is being parsed to another thread. */
export interface RowProgress {
  /** Begins one row. */
  readonly at: (row: number) => void;
  /** Begins a slice of rows; `first` is the first of them. */
  readonly atSome: (first: number) => void;
  /** Idle: waiting for bytes or for room for results. */
  readonly rest: () => void;
}

const RESTING = 0;

/** Creates memory shared by the thread that works and the thread that watches it. */
export function createProgressMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
}

/** Returns the writing side of the memory. */
export function noteProgress(memory: SharedArrayBuffer): RowProgress {
  const view = new Float64Array(memory);
  return {
    at: (row) => (view[0] = row),
    atSome: (first) => (view[0] = -first),
    rest: () => (view[0] = RESTING),
  };
}

/** A row, or slice of rows, that takes too long. */
export interface SlowPlace {
  readonly row: number;
  /** Whether it is exactly this row; otherwise it is one of a slice that begins with it. */
  readonly isKnown: boolean;
}

/** Checks before a row counts as slow: several, because no checks run while the whole process is suspended. */
const CHECKS = 5;

/**
 * Watches the memory and calls `onSlow` once when a row takes longer than `rowTimeMs` milliseconds.
 * @returns a function that stops watching
 */
export function watchProgress(
  memory: SharedArrayBuffer,
  rowTimeMs: number,
  onSlow: (place: SlowPlace) => void,
): () => void {
  const view = new Float64Array(memory);
  let seen = RESTING;
  let checks = 0;
  const timer = setInterval(() => {
    const place = view[0] ?? RESTING;
    checks = place === seen && place !== RESTING ? checks + 1 : 0;
    seen = place;
    if (checks < CHECKS) return;
    clearInterval(timer);
    onSlow({ row: Math.abs(place), isKnown: place > 0 });
  }, rowTimeMs / CHECKS);
  return () => clearInterval(timer);
}
