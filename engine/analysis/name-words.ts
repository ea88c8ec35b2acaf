import { foldLetters } from './synonyms.ts';
import { YES_NO_PAIRS } from './yes-no-words.ts';

const NAME_CHARACTERS = 200;

/** Pairs of answers that a name may show, such as `Newsletter (ja/nein)`: they deny nothing. */
const ANSWERS: ReadonlySet<string> = new Set([
  ...YES_NO_PAIRS.map((pair) => foldLetters(pair.join(' '))),
  ...['si non', 'o no', 'or not', 'oder nicht', 'ou non', 'ou pas', 'of niet', 'no of', 't n'],
  ...['要 不要', '希望 不要', '希望する 希望しない', '同意する 同意しない', 'あり なし', '有り 無し'].map(foldLetters),
]);

/**
 * The words of the name of a column as `plainName` writes them, in their order: `isNotSubscribed` has three. Answers that the name
 * shows, and the numbers before them, are left out; `E-Mail` is one word.
 */
export function wordsOfName(name: string): string[] {
  const spread = name
    .slice(0, NAME_CHARACTERS)
    .replaceAll(/n['’]t(?!\p{L})/giu, 'nt')
    .replaceAll(/(?<!\p{L})n['’]/giu, 'ne ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  const words = foldLetters(spread)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const isBareNumber = (word: string) => /^[01]$/.test(word);
  const spoken = words.filter((word) => !isBareNumber(word));
  const found: string[] = [];
  for (const word of spoken) {
    const last = found.at(-1) ?? '';
    if (ANSWERS.has(`${last} ${word}`) || ANSWERS.has(`${word} ${last}`)) found.pop();
    else if (last === 'e' && /^(?:mail|posta)/.test(word)) found[found.length - 1] = `e${word}`;
    else found.push(word);
  }
  return found;
}
