/**
 * Distinguishes the encodings of Western Europe that differ in a few letters alone. Returns the one that the letters of a text in one
 * of them say.
 */
export function westernCharacterSet(bytes: Buffer, found: string): string {
  if (found !== 'windows-1252' && found !== 'windows-1254' && found !== 'iso-8859-15') return found;
  const text = bytes.toString('latin1');
  if (OF_WINDOWS.test(text)) return found;
  const letters = countOf(text, LETTERS);
  if (letters > 0 && 2 * letters > countOf(text, EITHER)) return 'iso-8859-15';
  return found === 'windows-1254' && TURKISH.test(text) ? found : 'windows-1252';
}

/** Bytes that have letters and quotation marks in the encodings of Windows alone. */
const OF_WINDOWS = /[\x80-\x9f]/;
/** Bytes of letters that Turkish has in place of those of Iceland. */
const TURKISH = /[\xd0\xdd\xde\xf0\xfd\xfe]/;
/** Bytes of the euro sign and seven letters in ISO-8859-15, and of ¤ ¦ ¨ ´ ¸ ¼ ½ ¾ in the others. */
const EITHER = /[\xa4\xa6\xa8\xb4\xb8\xbc-\xbe]/g;

const [LETTER, SMALL, CAPITAL] = ['A-Za-zÀ-ÖØ-öø-ÿ', 'a-zß-öø-ÿ', 'A-ZÀ-ÖØ-Þ'];
/**
 * Matches those bytes where only the letters and the euro sign make sense: no text has the sign of no currency, a fraction stands behind blanks
 * and digits, and an accent of its own before consonants (`´t Hart`) or within words (`O´Brien`).
 */
const LETTERS = new RegExp(
  [
    String.raw`\xa4`,
    String.raw`(?<![${LETTER}])\xa6(?=[${SMALL}])|(?<=[${CAPITAL}])\xa6(?=[${CAPITAL}])`,
    String.raw`(?<=[${LETTER}])\xa8|\xa8(?=[${LETTER}])`,
    String.raw`(?<![${LETTER}])\xb4(?=[aeiouyäåöõü])`,
    String.raw`(?<=[abd-rt-zÀ-ÖØ-öø-ÿ])\xb8|\xb8(?=[${LETTER}])`,
    String.raw`(?<![${LETTER}\d])\xbc(?=[a-z]{2})|(?<=[${CAPITAL}])\xbc(?=[${CAPITAL}])`,
    String.raw`(?<=[${LETTER}])\xbd(?=[${LETTER}])|(?<![${LETTER}\d])\xbd(?=u|il)`,
    String.raw`(?<=[${CAPITAL}])\xbe`,
  ].join('|'),
  'g',
);

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
