/** Words for yes and no that stand in one column, in the languages of the synonyms; in lower case. */
export const YES_NO_PAIRS: readonly (readonly [string, string])[] = [
  ...(['yes/no', 'y/n', 'true/false', 't/f', '1/0', '1.0/0.0', '-1/0', 'on/off', 'checked/unchecked'] as const),
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
  ...([
    'pravda/nepravda',
    'igaz/hamis',
    'doğru/yanlış',
    'doğru/yanliş',
    'истина/ложь',
    'k/e',
    '○/×',
    '〇/×',
    '✓/✗',
    '✔/✘',
    '✔/✗',
    '✓/✘',
    '☑/☐',
    '✅/❌',
    'evet/hayır',
    'evet/hayir',
    'да/нет',
    'так/ні',
    'igen/nem',
    'áno/nie',
    'はい/いいえ',
    '有/無',
    '可/不可',
    '是/否',
  ] as const),
].map((pair) => pair.split('/') as [string, string]);

/** Pairs that say by themselves that a person agrees or not, whatever the name of their column. */
const AGREEMENTS = [
  ...[
    'opt-in/opt-out',
    'accepted/declined',
    'accepted/rejected',
    'granted/denied',
    'given/withdrawn',
    'agreed/disagreed',
    'onay/ret',
    'onay/red',
    'sallittu/kielletty',
    'tillåtet/förbjudet',
    'erlaubt/nicht erlaubt',
    '受け取る/受け取らない',
    '受信する/受信しない',
    '希望する/希望しない',
    '希望/不要',
    '同意する/同意しない',
  ],
].map((pair) => pair.split('/') as [string, string]);
const PAIRS = [...YES_NO_PAIRS, ...AGREEMENTS];
const WORDS_OF_AGREEMENT: ReadonlySet<string> = new Set(AGREEMENTS.flat());

/** Whether a word says by itself that a person agrees or not. */
export function isAgreement(word: string): boolean {
  return WORDS_OF_AGREEMENT.has(word.trim().toLowerCase());
}

/**
 * Words that mean something else as well: `e` is a Turkish yes and a Finnish no, -1 is a yes of Access, and a cross ticks a box. They count only where
 * their opposite stands in the column.
 */
const WITH_OPPOSITE: ReadonlySet<string> = new Set('k e -1 red × ✗ ✘ ❌'.split(' '));

/** Whether a word is a yes or a no only next to its opposite. */
export function needsOpposite(word: string): boolean {
  return WITH_OPPOSITE.has(word.trim().toLowerCase());
}

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
  const hasOpposite = (word: string) =>
    PAIRS.some((pair) => pair.includes(word) && pair.every((each) => found.has(each)));
  if ([...found].some((word) => WITH_OPPOSITE.has(word) && !hasOpposite(word))) return null;
  const meanings = new Map<string, boolean>();
  for (const [yes, no] of PAIRS) {
    if (!found.has(yes) && !found.has(no)) continue;
    meanings.set(yes, true).set(no, false);
  }
  return [...found].every((word) => meanings.has(word)) ? meanings : null;
}

/** Reads one word as a yes or a no, next to the others of its column; null where it means neither. */
export function answerAmong(word: string, words: Iterable<string>): boolean | null {
  const plain = word.trim().toLowerCase();
  return yesNoWords([plain])?.get(plain) ?? yesNoWords(words)?.get(plain) ?? null;
}
