import { DECIMAL_MARKS } from '../domain/column-rules.ts';
import type { DecimalMark } from '../domain/column-rules.ts';
import { readAmount } from './money-text.ts';

/** Signs and blanks that stand for ASCII ones, and the apostrophe a spreadsheet puts before a text. */
const LEADING_APOSTROPHE = /^'/;
const MINUS_SIGNS = /[\u2212\ufe63\uff0d]/;
const STARTS_AND_ENDS_WITH_DIGITS = /^[+-]?\d(?:.*\d)?$/;
const WHOLE = /^[+-]?\d+$/;
/** Marks that only group digits: blanks of any width and apostrophes. */
const GROUPED = /^([+-]?[1-9]\d{0,2})((?:[ \u00a0\u2009\u202f'’]\d{3})+)([.,]\d+)?$/;
const BLANKS_AND_APOSTROPHES = /[ \u00a0\u2009\u202f'’]/g;
/** Groups with one mark and decimals after the other; those of India have two digits before the last three. */
const GROUPED_AND_DECIMAL =
  /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:\.\d{3})+,\d+)$|^[+-]?[1-9]\d?(?:,\d\d)+,\d{3}\.\d+$/;
/** A mark that occurs twice cannot be a decimal mark. */
const GROUPED_TWICE = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:\.\d{3}){2,})$|^[+-]?[1-9]\d?(?:,\d\d)+,\d{3}$/;
const ONE_MARK = /^([+-]?)(\d+)([.,])(\d+)$/;
const ONE_GROUP = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const MARKS = /[.,]/g;

/**
 * Reads a number that has one reading only: `5.0`, `12,5`, `1.234,50`, `1,234.50`, `1 234`, `1,234,567`, `12,34,567`, `٤٢`, also
 * with a currency: `€ 12,50`.
 * `1,234` and `1.234` may be a thousand and more or one and a bit: they are read by the decimal mark, and without one not
 * at all. A decimal mark refuses numbers that contradict it, but for decimals of zero. Returns null for what it does not read.
 * Takes a text of bounded length.
 */
export function readUnambiguousNumber(text: string, decimalMark?: DecimalMark): number | null {
  const plain = plainNumber(text);
  if (WHOLE.test(plain)) return Number(plain);
  if (ONE_GROUP.test(plain)) return readOneGroup(plain, decimalMark);
  if (decimalMark !== undefined && contradicts(plain, decimalMark)) return null;
  const one = ONE_MARK.exec(plain);
  if (one) return Number(`${one[1]}${one[2]}.${one[4]}`);
  if (GROUPED.test(plain)) return Number(plain.replace(BLANKS_AND_APOSTROPHES, '').replace(',', '.'));
  if (GROUPED_TWICE.test(plain)) return Number(plain.replace(MARKS, ''));
  if (!GROUPED_AND_DECIMAL.test(plain)) return null;
  const decimal = lastMark(plain);
  return Number(`${plain.slice(0, decimal).replace(MARKS, '')}.${plain.slice(decimal + 1)}`);
}

/**
 * The decimal mark that the numbers of a column have: null where no number shows it, or where they contradict each other.
 * Texts that are no numbers do not count.
 */
export function findDecimalMark(texts: Iterable<string>): DecimalMark | null {
  const found = new Set<DecimalMark>();
  for (const text of texts) {
    const plain = plainNumber(text.trim());
    if (ONE_GROUP.test(plain) || readUnambiguousNumber(plain) === null) continue;
    for (const mark of DECIMAL_MARKS) if (contradicts(plain, mark === '.' ? ',' : '.')) found.add(mark);
  }
  const [mark, another] = found;
  return mark !== undefined && another === undefined ? mark : null;
}

/** A number in ASCII, without the marks of spreadsheets and without its currency. */
function plainNumber(text: string): string {
  const plain = asciiDigits(text.replace(LEADING_APOSTROPHE, '').replace(MINUS_SIGNS, '-'));
  return STARTS_AND_ENDS_WITH_DIGITS.test(plain) ? plain : (readAmount(plain)?.number ?? plain);
}

function readOneGroup(plain: string, decimalMark: DecimalMark | undefined): number | null {
  if (decimalMark === undefined) return null;
  return plain.includes(decimalMark) ? Number(plain.replace(',', '.')) : Number(plain.replace(MARKS, ''));
}

/** Whether a number has decimals after the other mark, or groups of this one. */
function contradicts(plain: string, decimalMark: DecimalMark): boolean {
  const decimal = lastMark(plain);
  if (decimal < 0) return false;
  const mark = plain.charAt(decimal);
  const isGroup = GROUPED_TWICE.test(plain);
  if (isGroup) return mark === decimalMark;
  return mark !== decimalMark && /[1-9]/.test(plain.slice(decimal + 1));
}

function lastMark(plain: string): number {
  return Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
}

/** The zeros of decimal digits: Arabic, Persian, Devanagari, Bengali, Gurmukhi, Gujarati, Tamil, Telugu, Kannada, Thai, full width. */
const ZEROS = [...[0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0be6, 0x0c66, 0x0ce6, 0x0e50, 0xff10]];
const OTHERS = /[^\0-\x7f]/g;

/** Marks of numbers that Arabic and full-width digits are written with. */
const DIGIT_MARKS = new Map([
  ['\u066b', '.'],
  ['\u066c', "'"],
  ['\uff0c', ','],
  ['\uff0e', '.'],
]);

/** A text with the decimal digits of other scripts, and the marks between them, in ASCII. */
function asciiDigits(text: string): string {
  return text.replace(OTHERS, (character) => DIGIT_MARKS.get(character) ?? digitOf(character) ?? character);
}

function digitOf(character: string): string | undefined {
  const code = character.charCodeAt(0);
  const zero = ZEROS.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? undefined : String(code - zero);
}
