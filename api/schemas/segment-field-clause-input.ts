import type { CustomField } from '../../engine/db/custom-fields.ts';
import { parseJsonValue } from '../../engine/subscribers/custom-field-values.ts';
import type { FieldType } from '../../engine/subscribers/custom-field.ts';
import {
  BLANK_OPERATORS,
  DATE_OPERATORS,
  NUMBER_OPERATORS,
  STATUS_OPERATORS,
  TEXT_OPERATORS,
} from '../../engine/subscribers/segment-clause.ts';
import type { SegmentClause } from '../../engine/subscribers/segment-clause.ts';
import type { ClausePlace, SentClause } from './segment-clause-reader.ts';
import { findReference } from './segment-references.ts';

const OPERATORS_OF = {
  text: [...TEXT_OPERATORS, ...BLANK_OPERATORS],
  text_multiline: [...TEXT_OPERATORS, ...BLANK_OPERATORS],
  number: [...NUMBER_OPERATORS, ...BLANK_OPERATORS],
  date: [...DATE_OPERATORS, ...BLANK_OPERATORS],
  day_of_year: [...DATE_OPERATORS, ...BLANK_OPERATORS],
  boolean: ['is', ...BLANK_OPERATORS],
  select_single_dropdown: [...STATUS_OPERATORS, ...BLANK_OPERATORS],
  select_single_radio: [...STATUS_OPERATORS, ...BLANK_OPERATORS],
  select_multiple_checkboxes: [...STATUS_OPERATORS, ...BLANK_OPERATORS],
} as const satisfies Record<FieldType, readonly [string, ...string[]]>;

/** Reads a clause about a custom field of the list, or a global one; the operators depend on its type. */
export function readFieldClause(
  clause: SentClause,
  { surroundings, mailingListId }: ClausePlace,
): SegmentClause | null {
  const applicable = [...surroundings.fields.values()].filter(
    (field) => field.mailingListId === null || field.mailingListId === mailingListId,
  );
  const field = findReference(clause, 'custom_field', applicable);
  if (field === null) return null;
  const operator = clause.operator(OPERATORS_OF[field.fieldType]);
  if (operator === null) return null;
  const start = { type: 'custom_field', custom_field_id: field.id, operator } as const;
  if (operator === 'is blank' || operator === 'is not blank') return start;
  const value = readValue(clause, field);
  return value === null ? null : { ...start, value };
}

function readValue(clause: SentClause, field: CustomField): string | number | boolean | null {
  if (field.fieldType.startsWith('text')) return clause.value();
  // One option is asked for, whatever number of them a subscriber can have; the limits of a number are no matter here.
  const fieldType = field.fieldType === 'select_multiple_checkboxes' ? 'select_single_dropdown' : field.fieldType;
  const attributes = { number_support_decimal: true };
  const parsed = parseJsonValue({ ...field, name: '', fieldType, attributes, required: true }, clause.raw('value'));
  if (parsed.error !== undefined) return clause.refuse('value', parsed.error.trim());
  return typeof parsed.value === 'object' ? null : parsed.value;
}
