import { BOUNDS } from '../domain/bounds.ts';

/** Words for currencies that are no codes of ISO 4217, without their dots. */
const WORDS = [
  ...['kr', 'zł', 'zl', 'kč', 'kc', 'ft', 'lei', 'leu', 'fr', 'sfr', 'rs', 'tl', 'лв', 'руб', 'р', 'грн', 'ден', 'дин'],
  ...['euro', 'euros', 'dollar', 'dollars', 'usd', 'rp', 'rm'],
];
const CURRENCIES: ReadonlySet<string> = new Set([
  ...WORDS,
  ...Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()),
]);
/** A sign, also with the letters of its country: `$`, `US$`, `R$`. */
const SIGN = /^\p{L}{0,3}\p{Sc}$/u;

/** The digits of an amount, with the marks between them. */
const DIGITS = /^[\d\s.,'’]+$/;
const SIGN_AT_AN_END = /^[+-]|[+-]$/;
/** `12.-` and `49,-`: no decimals. */
const NO_DECIMALS = /^[.,][-–—]{1,2}/;

/** An amount of money: the text of its number, and its currency as it is written; empty when it has none. */
export interface Amount {
  readonly number: string;
  readonly currency: string;
}

/** Reads `€ 12,50`, `$1,200.00`, `-£5`, `12.50 EUR` and `CHF 12.-`; null for a text that has no currency, or two. */
export function readAmount(text: string): Amount | null {
  if (text.length > BOUNDS.numberText.max) return null;
  const first = text.search(/\d/);
  const digits = text.slice(first, lastDigit(text) + 1);
  if (first < 0 || !DIGITS.test(digits)) return null;
  const [before, after] = [text.slice(0, first).trim(), text.slice(first + digits.length)];
  const sign = SIGN_AT_AN_END.exec(before)?.[0] ?? '';
  const found = [before.replace(SIGN_AT_AN_END, '').trim(), after.replace(NO_DECIMALS, '').trim()];
  const [currency = '', another] = found.filter((name) => name !== '');
  if (another !== undefined || (currency !== '' && !isCurrency(currency))) return null;
  return currency !== '' || NO_DECIMALS.test(after) ? { number: sign + digits, currency } : null;
}

function lastDigit(text: string): number {
  let last = text.length - 1;
  while (last >= 0 && !/\d/.test(text.charAt(last))) last -= 1;
  return last;
}

function isCurrency(text: string): boolean {
  return SIGN.test(text) || CURRENCIES.has(text.toLowerCase().replace(/\.$/, ''));
}
