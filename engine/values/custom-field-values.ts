import type { CustomField, FieldOption, Parsed, StoredValue } from './custom-field.ts';
import { isRequired } from './custom-field.ts';
import { isCalendarDay } from './date-shapes.ts';
import { numberRule, optionFinder, optionSorter, parseNumberText, textRule } from './value-rules.ts';

/** A value as the API shows it: options by name, dates as text; null (checkboxes: an empty array) when unset. */
export type RenderedValue = string | number | boolean | readonly string[] | null;

const BOOLEANS = new Map<unknown, boolean>([
  ...[true, 1, '1', 'true'].map((value) => [value, true] as const),
  ...[false, 0, '0', 'false'].map((value) => [value, false] as const),
]);

const ISO_DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const ISO_DAY = /^(\d\d)-(\d\d)$/;
const FIRST_YEAR = 1000;
const LEAP_YEAR = 2000;

/** Reads a field's value from JSON as the API takes it; null is "unset", which a required field refuses. */
export function parseJsonValue(field: CustomField, value: unknown): Parsed<StoredValue | null> {
  if (isBlank(field, value)) return isRequired(field) ? { error: `${field.name} is required` } : { value: null };
  switch (field.fieldType) {
    case 'text':
    case 'text_multiline':
      return parseText(field, value);
    case 'number':
      return parseNumber(field, value);
    case 'boolean':
      return valueOr(BOOLEANS.get(value), `${field.name} must be true or false`);
    case 'date':
      return valueOr(isoDate(value), `${field.name} must be a date in the form YYYY-MM-DD`);
    case 'day_of_year':
      return valueOr(isoDay(value), `${field.name} must be a day of the year in the form MM-DD`);
    case 'select_single_dropdown':
    case 'select_single_radio':
      return valueOr(findOption(field, value)?.id, `${field.name} must be the name of one of its options`);
    case 'select_multiple_checkboxes':
      return parseChoices(field, value);
  }
}

/** The API's view of a stored value; an option the field has no more is left out. */
export function renderValue(field: CustomField, stored: unknown): RenderedValue {
  switch (field.fieldType) {
    case 'select_single_dropdown':
    case 'select_single_radio':
      return optionName(field, stored);
    case 'select_multiple_checkboxes':
      return Array.isArray(stored) ? namesOfChoices(optionsOf(field), stored) : [];
    default:
      return typeof stored === 'string' || typeof stored === 'number' || typeof stored === 'boolean' ? stored : null;
  }
}

interface PlacedOption {
  readonly name: string;
  readonly place: number;
}

/** Options by id; a page of subscribers needs those of the same fields for each row. */
const OPTIONS_OF = new WeakMap<CustomField, ReadonlyMap<unknown, PlacedOption>>();

function optionsOf(field: CustomField): ReadonlyMap<unknown, PlacedOption> {
  const known = OPTIONS_OF.get(field);
  if (known !== undefined) return known;
  const options = new Map(field.options.map(({ id, name }, place) => [id, { name, place }] as const));
  OPTIONS_OF.set(field, options);
  return options;
}

function namesOfChoices(options: ReadonlyMap<unknown, PlacedOption>, stored: readonly unknown[]): string[] {
  const chosen = new Set(stored.map((id) => options.get(id)).filter((option) => option !== undefined));
  return [...chosen].sort((one, other) => one.place - other.place).map(({ name }) => name);
}

/** The name of the option of that id; null when the field has no such option. */
export function optionName(field: CustomField, id: unknown): string | null {
  return optionsOf(field).get(id)?.name ?? null;
}

function isBlank(field: CustomField, value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0 && field.fieldType === 'select_multiple_checkboxes';
  return value === null || value === undefined;
}

function valueOr(value: StoredValue | null | undefined, error: string): Parsed<StoredValue> {
  return value === undefined || value === null ? { error } : { value };
}

function isoDate(value: unknown): string | null {
  const match = typeof value === 'string' ? ISO_DATE.exec(value.trim()) : null;
  if (match === null || Number(match[1]) < FIRST_YEAR) return null;
  return isCalendarDay(Number(match[1]), Number(match[2]), Number(match[3])) ? match[0] : null;
}

function isoDay(value: unknown): string | null {
  const match = typeof value === 'string' ? ISO_DAY.exec(value.trim()) : null;
  return match && isCalendarDay(LEAP_YEAR, Number(match[1]), Number(match[2])) ? match[0] : null;
}

/** A text; clients that do not know the type of a field send a number as it is. */
function parseText(field: CustomField, value: unknown): Parsed<StoredValue> {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? textRule(field)(text) : { error: `${field.name} must be a string` };
}

function parseNumber(field: CustomField, value: unknown): Parsed<StoredValue> {
  const number = typeof value === 'string' ? parseNumberText(field, value.trim()) : value;
  return typeof number === 'number' ? numberRule(field)(number) : { error: `${field.name} must be a number` };
}

function findOption(field: CustomField, name: unknown): FieldOption | undefined {
  return typeof name === 'string' ? optionFinder(field)(name) : undefined;
}

function parseChoices(field: CustomField, value: unknown): Parsed<StoredValue> {
  if (!Array.isArray(value)) return { error: `${field.name} must be an array of option names` };
  const find = optionFinder(field);
  const chosen = value.map((name: unknown) => (typeof name === 'string' ? find(name) : undefined));
  const known = chosen.filter((option): option is FieldOption => option !== undefined);
  if (known.length < chosen.length) return { error: `${field.name} names a choice that is not one of its options` };
  return { value: optionSorter(field)(known) };
}
