/**
 * Operators of the clauses of segments. What is stored, the reader, the OpenAPI document and the console derive from these
 * tables; the SQL and the description of each kind are exhaustive over them.
 */
export const LIST_OPERATORS = ['is in', 'is not in', 'is active in', 'is not active in'] as const;
export const SEGMENT_OPERATORS = ['is in', 'is not in'] as const;
const CHOICE_OPERATORS = ['is', 'is not'] as const;
const DATE_OPERATORS = ['before', 'after', 'on'] as const;
const NUMBER_OPERATORS = ['=', '!=', '<', '<=', '>', '>='] as const;
const BLANK_OPERATORS = ['is blank', 'is not blank'] as const;
export const TEXT_OPERATORS = ['is', 'is not', 'contains', 'does not contain', 'starts with', 'ends with'] as const;

/** Kinds of clauses that compare something of a subscriber with one value, their operators and the form of the value. */
export const COMPARISON_CLAUSES = {
  subscriber_status: { operators: CHOICE_OPERATORS, value: 'status' },
  subscriber_format: { operators: CHOICE_OPERATORS, value: 'format' },
  subscriber_email: { operators: TEXT_OPERATORS, value: 'text' },
  subscriber_domain: { operators: TEXT_OPERATORS, value: 'text' },
  subscriber_date_subscribed: { operators: DATE_OPERATORS, value: 'date' },
} as const;

/** A kind of clause that compares something of a subscriber with one value. */
export type ComparisonType = keyof typeof COMPARISON_CLAUSES;

/** All kinds of comparisons, in the order of the table. */
export const COMPARISON_TYPES = Object.keys(COMPARISON_CLAUSES) as ComparisonType[];

/** Whether a text names a kind of comparison. */
export function isComparisonType(type: unknown): type is ComparisonType {
  return COMPARISON_TYPES.some((each) => each === type);
}

/** Operators by which the values of custom fields of each type can be compared. */
export const FIELD_OPERATORS = {
  text: [...TEXT_OPERATORS, ...BLANK_OPERATORS],
  text_multiline: [...TEXT_OPERATORS, ...BLANK_OPERATORS],
  number: [...NUMBER_OPERATORS, ...BLANK_OPERATORS],
  date: [...DATE_OPERATORS, ...BLANK_OPERATORS],
  day_of_year: [...DATE_OPERATORS, ...BLANK_OPERATORS],
  boolean: ['is', ...BLANK_OPERATORS],
  select_single_dropdown: [...CHOICE_OPERATORS, ...BLANK_OPERATORS],
  select_single_radio: [...CHOICE_OPERATORS, ...BLANK_OPERATORS],
  select_multiple_checkboxes: [...CHOICE_OPERATORS, ...BLANK_OPERATORS],
} as const;

/** An operator of a clause about a custom field. */
export type FieldOperator = (typeof FIELD_OPERATORS)[keyof typeof FIELD_OPERATORS][number];

/** Whether an operator takes no value. */
export function isBlankOperator(operator: string): boolean {
  return BLANK_OPERATORS.some((each) => each === operator);
}
