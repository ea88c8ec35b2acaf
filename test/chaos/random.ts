/** A stream of pseudo-random choices that its seed alone decides. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<T>(values: readonly T[]): T;
  chance(probability: number): boolean;
  shuffled<T>(values: readonly T[]): T[];
  /** A stream of its own, so that more choices in one place change none in another. */
  fork(name: string): Random;
}

/** Creates the stream of a seed. */
export function createRandom(seed: string): Random {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick: (values) => values[int(0, values.length - 1)]!,
    chance: (probability) => next() < probability,
    shuffled: (values) => {
      const order = [...values];
      for (let i = order.length - 1; i > 0; i--) {
        const j = int(0, i);
        [order[i], order[j]] = [order[j]!, order[i]!];
      }
      return order;
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}

/** FNV-1a over the characters. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
