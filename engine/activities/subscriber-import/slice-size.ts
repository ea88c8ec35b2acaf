/** Sizes the slices of chunks by the time that the last one took. */
export interface SliceSize {
  /** Returns the number of rows to merge next when `left` rows remain. */
  next(left: number): number;
  /** Notes how long so many rows took. */
  took(rows: number, milliseconds: number): void;
}

/** Of a usual row, on a usual machine: where the sizes begin. */
const ROWS_PER_MS = 28;
/** With fewer rows, the time is that of beginning and committing a transaction. */
const LEAST_ROWS = 50;
const MOST_ROWS = 20_000;
/** A rest of up to so many times the size is merged in one transaction. */
const REST = 1.3;

/** Creates sizes, so that a slice takes about that many milliseconds. */
export function createSliceSize(milliseconds: number): SliceSize {
  const within = (rows: number) => Math.round(Math.min(MOST_ROWS, Math.max(LEAST_ROWS, rows)));
  let size = within(milliseconds * ROWS_PER_MS);
  return {
    next: (left) => (left <= size * REST ? left : size),
    took: (rows, took) => {
      if (rows < LEAST_ROWS) return;
      // Half of the way: one slow moment does not make the next slices tiny.
      size = within((size + (rows * milliseconds) / Math.max(1, took)) / 2);
    },
  };
}

/**
 * Creates the sizes of a worker's imports. Each has its own, since a row that changes takes three times as long as one that is passed
 * over (measured): the first slices of the one import would be as large as the last ones of the other.
 */
export function createSliceSizes(milliseconds: number): (importId: number) => SliceSize {
  const sizes = new Map<number, SliceSize>();
  return (importId) => {
    const size = sizes.get(importId) ?? createSliceSize(milliseconds);
    // Moved to the end with every use, so the first key is the least recently used one.
    sizes.delete(importId);
    sizes.set(importId, size);
    const [oldest] = sizes.keys();
    if (sizes.size > MOST_IMPORTS && oldest !== undefined) sizes.delete(oldest);
    return size;
  };
}

/** A worker merges fewer at a time; one that is forgotten begins with the first size again. */
const MOST_IMPORTS = 100;
