import type { components } from '../../client/index.ts';
import { formatDate, formatDayOfYear, formatNumber } from './format.ts';

/** A value of a custom field, with the name and the type of the field. */
export type FieldValue = components['schemas']['CustomFieldValue'];

/** Whether a custom field has no value. */
export function isBlank({ value }: Pick<FieldValue, 'value'>): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The value of a custom field in the browser's language; a dash for none. */
export function formatFieldValue(field: Pick<FieldValue, 'type' | 'value'> | undefined): string {
  if (field === undefined || isBlank(field)) return '–';
  const { type, value } = field;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.join(', ');
  if (type === 'date') return formatDate(String(value));
  return type === 'day_of_year' ? formatDayOfYear(String(value)) : String(value);
}
