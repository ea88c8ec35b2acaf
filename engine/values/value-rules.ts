import { BOUNDS } from '../domain/bounds.ts';
import type { DecimalMark } from '../domain/column-rules.ts';
import { readUnambiguousNumber } from './number-text.ts';
import type { CustomField, FieldOption, Parsed } from './custom-field.ts';

/** The rule for texts of a text field: its length limits count characters, not UTF-16 units. */
export function textRule(field: CustomField): (text: string) => Parsed<string> {
  const minimum = numberOr(field.attributes.minimum_length, 0);
  const maximum = numberOr(field.attributes.maximum_length, Infinity);
  const tooShort = { error: `${field.name} must have at least ${minimum} characters` };
  const tooLong = { error: `${field.name} must have at most ${maximum} characters` };
  const unstorable = { error: `${field.name} has characters that cannot be stored` };

  return (value) => {
    if (value.includes('\0') || !value.isWellFormed()) return unstorable;
    if (value.length < minimum * 2 && codePoints(value) < minimum) return tooShort;
    if (value.length > maximum && codePoints(value) > maximum) return tooLong;
    return { value };
  };
}

const WHOLE_NUMBER = /^[+-]?\d+$/;
const DECIMAL_NUMBER = { '.': /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/, ',': /^[+-]?(?:\d+(?:,\d*)?|,\d+)$/ };

/**
 * Reads a number: digits, of a field that supports decimals with a decimal mark, and what can be read in one way only
 * (`number-text.ts`); null for any other text. Without a decimal mark, `1.234` of such a field has a decimal point.
 */
export function parseNumberText(field: CustomField, text: string, decimalMark?: DecimalMark): number | null {
  if (text.length > BOUNDS.numberText.max) return null;
  const supportsDecimal = field.attributes.number_support_decimal === true;
  const isPlain = supportsDecimal ? DECIMAL_NUMBER[decimalMark ?? '.'] : WHOLE_NUMBER;
  if (isPlain.test(text)) return Number(text.replace(',', '.'));
  const number = readUnambiguousNumber(text, decimalMark);
  return number !== null && (supportsDecimal || Number.isInteger(number)) ? number : null;
}

/** The rule for numbers of a number field. */
export function numberRule(field: CustomField): (value: number) => Parsed<number> {
  const { number_support_decimal: supportsDecimal, minimum_value, maximum_value } = field.attributes;
  const minimum = numberOr(minimum_value, -Infinity);
  const maximum = numberOr(maximum_value, Infinity);
  const notWhole = { error: `${field.name} must be a whole number` };
  const tooLarge = { error: `${field.name} has more digits than can be stored` };
  const tooSmall = { error: `${field.name} must be at least ${minimum}` };
  const tooBig = { error: `${field.name} must be at most ${maximum}` };

  return (value) => {
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER || Number.isNaN(value)) return tooLarge;
    if (supportsDecimal !== true && !Number.isInteger(value)) return notWhole;
    if (value < minimum) return tooSmall;
    if (value > maximum) return tooBig;
    return { value: value === 0 ? 0 : value };
  };
}

/** Finds an option of a select by its name, ignoring case and the white space around it. */
export function optionFinder(field: CustomField): (name: string) => FieldOption | undefined {
  const byName = new Map(field.options.map((option) => [option.name.trim().toLowerCase(), option]));
  return (name) => byName.get(name.trim().toLowerCase());
}

/** Orders chosen options as the field does, each once, so that equal choices are stored alike; answers their ids. */
export function optionSorter(field: CustomField): (chosen: readonly FieldOption[]) => number[] {
  const places = new Map(field.options.map(({ id }, place) => [id, place]));
  const placeOf = (id: number) => places.get(id) ?? places.size;
  return (chosen) => [...new Set(chosen.map(({ id }) => id))].sort((one, other) => placeOf(one) - placeOf(other));
}

function numberOr(attribute: unknown, otherwise: number): number {
  return typeof attribute === 'number' ? attribute : otherwise;
}

/** Counts the characters of a well-formed text; those beyond the first 65,536 of Unicode take two units each. */
function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) if (isHighSurrogate(text.charCodeAt(at))) count--;
  return count;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
