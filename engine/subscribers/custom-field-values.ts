import type { CustomField, FieldOption, Parsed, StoredValue } from './custom-field.ts';
import { isRequired } from './custom-field.ts';
import { isCalendarDay } from './date-shapes.ts';
import { numberRule, optionFinder, optionIds, textRule } from './value-rules.ts';

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
      return typeof value === 'string' ? textRule(field)(value) : { error: `${field.name} must be a string` };
    case 'number':
      return typeof value === 'number' ? numberRule(field)(value) : { error: `${field.name} must be a number` };
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
      return field.options.find(({ id }) => id === stored)?.name ?? null;
    case 'select_multiple_checkboxes':
      return Array.isArray(stored) ? field.options.filter(({ id }) => stored.includes(id)).map(({ name }) => name) : [];
    default:
      return typeof stored === 'string' || typeof stored === 'number' || typeof stored === 'boolean' ? stored : null;
  }
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

function findOption(field: CustomField, name: unknown): FieldOption | undefined {
  return typeof name === 'string' ? optionFinder(field)(name) : undefined;
}

function parseChoices(field: CustomField, value: unknown): Parsed<StoredValue> {
  if (!Array.isArray(value)) return { error: `${field.name} must be an array of option names` };
  const find = optionFinder(field);
  const chosen = value.map((name: unknown) => (typeof name === 'string' ? find(name) : undefined));
  const known = chosen.filter((option): option is FieldOption => option !== undefined);
  if (known.length < chosen.length) return { error: `${field.name} names a choice that is not one of its options` };
  return { value: optionIds(field, known) };
}
