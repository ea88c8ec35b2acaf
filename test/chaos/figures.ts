/** Counters of a run, by name, in the order of first mention. */
export interface Figures {
  add(name: string, amount?: number): void;
  /** Of a name and of all names that begin with it and a colon. */
  of(name: string): number;
  entries(): readonly (readonly [name: string, amount: number])[];
}

/** Creates figures that are all zero. */
export function createFigures(): Figures {
  const amounts = new Map<string, number>();
  return {
    add: (name, amount = 1) => void amounts.set(name, (amounts.get(name) ?? 0) + amount),
    of: (name) =>
      [...amounts].reduce((sum, [key, n]) => (key === name || key.startsWith(`${name}: `) ? sum + n : sum), 0),
    entries: () => [...amounts],
  };
}
