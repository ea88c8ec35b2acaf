/** Words for yes and no that stand in one column, in the languages of the synonyms; in lower case. */
const PAIRS: readonly (readonly [string, string])[] = [
  ...([
    'yes/no',
    'y/n',
    'true/false',
    't/f',
    '1/0',
    '1.0/0.0',
    'on/off',
    'checked/unchecked',
    'opt-in/opt-out',
  ] as const),
  ...(['accepted/declined', 'accepted/rejected', 'granted/denied', 'given/withdrawn', 'agreed/disagreed'] as const),
  ...([
    'ja/nein',
    'j/n',
    'wahr/falsch',
    'ja/nee',
    'waar/onwaar',
    'ja/nej',
    'ja/nei',
    'sand/falsk',
    'sant/falskt',
  ] as const),
  ...(['oui/non', 'o/n', 'vrai/faux', 'sí/no', 'si/no', 's/n', 'verdadero/falso', 'sì/no', 'vero/falso'] as const),
  ...([
    'sim/não',
    'sim/nao',
    'verdadeiro/falso',
    'tak/nie',
    'prawda/fałsz',
    'ano/ne',
    'kyllä/ei',
    'tosi/epätosi',
  ] as const),
  ...(['evet/hayır', 'да/нет', 'так/ні'] as const),
].map((pair) => pair.split('/') as [string, string]);

/** Marks of a box that is ticked; the opposite is a blank cell. */
const TICKS = ['x', '✓', '✔', '☑', '✅', 'marked', 'selected'];

/** The words of a column that says yes or no, each with its meaning, in lower case. */
export type YesNoWords = ReadonlyMap<string, boolean>;

/**
 * Reads the words of a column, its filled cells, as yes and no. The opposite of each word is among them, though no cell has it.
 * Returns null when one means neither, or when no pair has all of them.
 */
export function yesNoWords(words: Iterable<string>): YesNoWords | null {
  const found = new Set([...words].map((word) => word.trim().toLowerCase()));
  if (found.size === 0) return null;
  if ([...found].every((word) => TICKS.includes(word))) return new Map([...found].map((word) => [word, true]));
  const meanings = new Map<string, boolean>();
  for (const [yes, no] of PAIRS) {
    if (!found.has(yes) && !found.has(no)) continue;
    meanings.set(yes, true).set(no, false);
  }
  return [...found].every((word) => meanings.has(word)) ? meanings : null;
}
