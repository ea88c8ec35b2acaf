/** Choices that a list of numbers decides, so that a failing property shrinks with the list. */
export interface Tape {
  readonly isOver: () => boolean;
  /** A whole number below a limit; 0 once the tape is over. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
}

/** Creates the tape of some natural numbers. */
export function createTape(numbers: readonly number[]): Tape {
  let at = 0;
  const below = (limit: number) => (numbers[at++] ?? 0) % limit;
  return {
    isOver: () => at >= numbers.length,
    below,
    pick: (values) => values[below(values.length)]!,
  };
}
