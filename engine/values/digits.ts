/** The zeros of decimal digits: Arabic, Persian, Devanagari, Bengali, Gurmukhi, Gujarati, Tamil, Telugu, Kannada, Thai, full width. */
const ZEROS = [...[0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0be6, 0x0c66, 0x0ce6, 0x0e50, 0xff10]];
const OTHERS = /[^\0-\x7f]/g;

/** Marks of numbers that Arabic and full-width digits are written with. */
const MARKS = new Map([
  ['\u066b', '.'],
  ['\u066c', "'"],
  ['\uff0c', ','],
  ['\uff0e', '.'],
]);

/** A text with the decimal digits of other scripts, and the marks between them, in ASCII. */
export function asciiDigits(text: string): string {
  return text.replace(OTHERS, (character) => MARKS.get(character) ?? digitOf(character) ?? character);
}

function digitOf(character: string): string | undefined {
  const code = character.charCodeAt(0);
  const zero = ZEROS.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? undefined : String(code - zero);
}
