import type { CustomField } from '../../engine/db/fields/custom-fields.ts';
import { parseJsonValue } from '../../engine/values/custom-field-values.ts';
import type { SegmentClause } from '../../engine/values/segment-clause.ts';
import { clauseText, FIELD_OPERATORS, operatorOf } from './clause-kinds.ts';
import type { ClausePlace, SentClause } from './clause-reader.ts';
import { findReference } from './references.ts';

type Operator = (typeof FIELD_OPERATORS)[keyof typeof FIELD_OPERATORS][number];

/** Reads a clause about a custom field of the list, or a global one; the operators depend on its type. */
export function readFieldClause(clause: SentClause, { fields }: ClausePlace): SegmentClause | null {
  const field = findReference(clause, 'custom_field', fields);
  if (field === null) return null;
  const operator = clause.read(
    'operator',
    operatorOf<readonly [Operator, ...Operator[]]>(FIELD_OPERATORS[field.fieldType]),
  );
  if (operator === null) return null;
  const start = { type: 'custom_field', custom_field_id: field.id, operator } as const;
  if (operator === 'is blank' || operator === 'is not blank') return start;
  const value = readValue(clause, field);
  return value === null ? null : { ...start, value };
}

function readValue(clause: SentClause, field: CustomField): string | number | boolean | null {
  if (field.fieldType.startsWith('text')) return clause.read('value', clauseText);
  // One option is asked for, whatever number of them a subscriber can have; the limits of a number are no matter here.
  const fieldType = field.fieldType === 'select_multiple_checkboxes' ? 'select_single_dropdown' : field.fieldType;
  const attributes = { number_support_decimal: true };
  const parsed = parseJsonValue({ ...field, name: '', fieldType, attributes, required: true }, clause.raw('value'));
  if (parsed.error !== undefined) return clause.refuse('value', parsed.error.trim());
  return typeof parsed.value === 'object' ? null : parsed.value;
}
