/** A numbered piece of work that an operator has to decide about, and why. */
export interface ParkedPiece {
  readonly number: number;
  readonly reason: string;
}

/**
 * Which of the pieces 0 … total-1 are finished, without listing them all: everything below `low` is finished or parked,
 * `done` are finished ones above it, `again` are formerly parked ones that are to be tried once more.
 */
export interface Pieces {
  readonly total: number;
  readonly low: number;
  readonly done: readonly number[];
  readonly again: readonly number[];
  readonly parked: readonly ParkedPiece[];
}

export const NO_PIECES: Pieces = { total: 0, low: 0, done: [], again: [], parked: [] };

/** The next pieces to work on, at most `limit`; empty when each piece is finished or parked. */
export function todo(pieces: Pieces, limit: number): number[] {
  if (pieces.again.length > 0) return pieces.again.slice(0, limit);
  const numbers: number[] = [];
  for (let number = pieces.low; number < pieces.total && numbers.length < limit; number++) {
    if (!pieces.done.includes(number) && !isParked(pieces, number)) numbers.push(number);
  }
  return numbers;
}

/** Whether a piece still waits for its result; a second report of the same piece finds it closed. */
export function isOpen(pieces: Pieces, number: number): boolean {
  if (pieces.again.includes(number) || isParked(pieces, number)) return true;
  return number >= pieces.low && number < pieces.total && !pieces.done.includes(number);
}

/** The pieces after `number` has been finished. */
export function finish(pieces: Pieces, number: number): Pieces {
  const again = pieces.again.filter((other) => other !== number);
  const parked = pieces.parked.filter((piece) => piece.number !== number);
  const done = number >= pieces.low ? [...pieces.done, number] : pieces.done;
  return advance({ ...pieces, again, parked, done });
}

/** The pieces after `number` has been put aside until an operator decides. */
export function park(pieces: Pieces, number: number, reason: string): Pieces {
  if (isParked(pieces, number)) return pieces;
  const again = pieces.again.filter((other) => other !== number);
  return advance({ ...pieces, again, parked: [...pieces.parked, { number, reason }] });
}

/** The pieces after an operator asked for another try of the parked ones. */
export function retryParked(pieces: Pieces): Pieces {
  return { ...pieces, again: [...pieces.again, ...pieces.parked.map((piece) => piece.number)], parked: [] };
}

/** How many pieces are finished. */
export function finishedCount(pieces: Pieces): number {
  const waiting = [...pieces.again, ...pieces.parked.map((piece) => piece.number)];
  return pieces.low - waiting.filter((number) => number < pieces.low).length + pieces.done.length;
}

function isParked(pieces: Pieces, number: number): boolean {
  return pieces.parked.some((piece) => piece.number === number);
}

function advance(pieces: Pieces): Pieces {
  let low = pieces.low;
  while (pieces.done.includes(low) || isParked(pieces, low)) low++;
  return { ...pieces, low, done: pieces.done.filter((number) => number >= low) };
}
