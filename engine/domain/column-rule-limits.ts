/** Entries whose cells are never left blank: who a row is about, and whether that person has left. */
export const NEEDED_ENTRIES: ReadonlySet<string> = new Set(['email', 'status', 'remove_time', 'remove_ip']);

/** Characters of a meaning in the `values` of a rule, at most. */
export const MEANING_CHARACTERS = 255;

/** Characters of a separator of choices, at most. */
export const SEPARATOR_CHARACTERS = 10;

/** A word as `values` compare it: words that differ in case or blanks alone are one. */
export function plainWord(word: string): string {
  return word.trim().toLowerCase();
}
