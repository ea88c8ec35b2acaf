/** The letters that windows-1252 has in place of controls, from 0x80 on. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const BYTES: ReadonlyMap<string, number> = new Map([...WINDOWS_1252].map((letter, at) => [letter, 0x80 + at]));

/** A letter that stands for a byte within a character of UTF-8. */
const NEXT = `[\\x80-\\xbf${WINDOWS_1252}]`;
/**
 * A character of UTF-8 whose bytes are letters: of Latin, Greek, Cyrillic, Hebrew and Arabic; of punctuation and the euro sign; of pictures;
 * and two or more of other scripts. Letters that end a word before a quotation mark (`Spaß“`, `IDÉ”`) begin none.
 */
const TWICE = new RegExp(
  [`[ÂÃÄÅÎÏÐÑ×ØÙ]${NEXT}`, 'È[˜™š›]', `â${NEXT}{2}`, `ï»¿`, `(?:[à-ï]${NEXT}{2}){2,}`, `ð[\\x90Ÿ]${NEXT}{2}`].join('|'),
  'g',
);
/** Letters that may also end a word before quotation marks and dashes, and the signs of ordinals after a letter. */
const DOUBTFUL = /^[^â]["'‘’‚“”„…–—ªº«»‹›]$/;
const ENOUGH = 2;

/** A text in which letters that were encoded twice are read once: `MÃ¼ller` becomes `Müller`. */
export function repairTwice(text: string): string {
  return text.replace(TWICE, (found) => readOnce(found) ?? found);
}

/** Whether a text has letters that were encoded twice, as no text is written. */
export function isTwice(text: string): boolean {
  return weightOf(text) >= ENOUGH;
}

/** Whether all letters beyond ASCII were encoded twice, and the text has such. */
export function isTwiceThroughout(text: string): boolean {
  return (
    isTwice(text) && !OTHER_THAN_ASCII.test(text.replace(TWICE, (found) => (readOnce(found) === null ? found : '')))
  );
}

const OTHER_THAN_ASCII = /[^\0-\x7f]/;

/** Weighs what the letters of a text say of having been encoded twice: `Ã¼` alone is enough, and of rarer ones two. */
function weightOf(text: string): number {
  let weight = 0;
  for (const [found] of text.matchAll(TWICE)) {
    if (DOUBTFUL.test(found) || readOnce(found) === null) continue;
    weight += found.length > 2 || found.startsWith('Ã') ? ENOUGH : 1;
  }
  return weight;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const pairs = new Map<string, string | null>();

/** The characters whose bytes the letters stand for; null when they stand for none. Pairs are kept: there are a thousand of them. */
function readOnce(letters: string): string | null {
  if (letters.length > 2) return decode(letters);
  let read = pairs.get(letters);
  if (read === undefined) pairs.set(letters, (read = decode(letters)));
  return read;
}

function decode(letters: string): string | null {
  const bytes = Uint8Array.from(letters, (letter) => BYTES.get(letter) ?? letter.charCodeAt(0));
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
