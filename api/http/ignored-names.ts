import { BOUNDS } from '../../engine/domain/bounds.ts';

/** The names of a call that its operation does not have, of which the first ones are kept. */
export interface IgnoredNames {
  add(name: string): void;
  readonly count: number;
  /** The value of the header `Sluice-Ignored`: names, percent-encoded, and `more=480` when there are more than are kept. */
  header(): string;
}

const SEPARATOR = ', ';
const { ignoredNames, ignoredName } = BOUNDS;

/** Collects names; a longer one than the bound is cut. */
export function collectIgnoredNames(): IgnoredNames {
  const kept: string[] = [];
  let characters = 0;
  let count = 0;
  return {
    add: (name) => {
      count += 1;
      if (characters >= ignoredNames.max) return;
      const encoded = encodeURIComponent(name.slice(0, ignoredName.max).toWellFormed());
      characters += encoded.length + SEPARATOR.length;
      if (characters <= ignoredNames.max) kept.push(encoded);
    },
    get count() {
      return count;
    },
    header: () => [...kept, ...(count > kept.length ? [`more=${count - kept.length}`] : [])].join(SEPARATOR),
  };
}
