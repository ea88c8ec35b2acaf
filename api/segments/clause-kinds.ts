import { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { parseJsonValue } from '../../engine/values/custom-field-values.ts';
import type { FieldType } from '../../engine/values/custom-field.ts';
import {
  BLANK_OPERATORS,
  DATE_OPERATORS,
  LIST_OPERATORS,
  NUMBER_OPERATORS,
  SEGMENT_OPERATORS,
  STATUS_OPERATORS,
  TEXT_OPERATORS,
} from '../../engine/values/segment-clause.ts';
import { arrayOf, nameText, objectOf, oneOf, shortText, wholeNumber } from '../http/values.ts';

/** One of a few operators, of which both is_not_in and "is not in" are in use. */
export function operatorOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.preprocess((sent) => (typeof sent === 'string' ? sent.replaceAll('_', ' ') : sent), oneOf(words));
}

/** The words a clause compares with. */
export const clauseText = shortText(1000).refine((value) => value.trim() !== '', 'cannot be blank');

const clauseDate = z
  .unknown()
  .transform((value, context): string => {
    const field = { id: 0, name: 'value', fieldType: 'date', required: true, attributes: {}, options: [] } as const;
    const parsed = parseJsonValue(field, value);
    if (parsed.error === undefined) return String(parsed.value);
    context.addIssue(parsed.error.replace(/^value /, ''));
    return '';
  })
  .meta({ type: 'string', format: 'date', maxLength: BOUNDS.timeText.max });

/** The kinds of clauses that compare something of a subscriber with one value. */
export const COMPARISONS = {
  subscriber_status: objectOf({
    type: z.literal('subscriber_status'),
    operator: operatorOf(STATUS_OPERATORS),
    value: oneOf(SUBSCRIBER_STATUSES),
  }),
  subscriber_format: objectOf({
    type: z.literal('subscriber_format'),
    operator: operatorOf(STATUS_OPERATORS),
    value: oneOf(EMAIL_FORMATS),
  }),
  subscriber_email: objectOf({
    type: z.literal('subscriber_email'),
    operator: operatorOf(TEXT_OPERATORS),
    value: clauseText,
  }),
  subscriber_domain: objectOf({
    type: z.literal('subscriber_domain'),
    operator: operatorOf(TEXT_OPERATORS),
    value: clauseText,
  }),
  subscriber_date_subscribed: objectOf({
    type: z.literal('subscriber_date_subscribed'),
    operator: operatorOf(DATE_OPERATORS),
    value: clauseDate,
  }),
};

const reference = objectOf({ id: wholeNumber(1).nullish(), name: shortText(255).nullish() })
  .nullish()
  .describe('By id or, ignoring case, by name.');

/** Clauses about being on another list. */
export const listClause = objectOf({
  type: z.literal('in_mailing_list'),
  operator: operatorOf(LIST_OPERATORS),
  mailing_list: reference,
});

/** Clauses about being in another segment of the list. */
export const segmentClause = objectOf({
  type: z.literal('in_segment'),
  operator: operatorOf(SEGMENT_OPERATORS),
  segment: reference,
});

/** Operators by which the values of fields of each type can be compared. */
export const FIELD_OPERATORS = {
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

const fieldClause = objectOf({
  type: z.literal('custom_field'),
  operator: z.enum([...new Set(Object.values(FIELD_OPERATORS).flat())]).describe('Those of the type of the field.'),
  custom_field: reference,
  value: z.union([clauseText, z.number(), z.boolean()]).nullish(),
});

const groupClause = objectOf({
  type: z.enum(['any', 'all']),
  get clauses() {
    return arrayOf(clauseInput, BOUNDS.segmentClauses.max);
  },
});

/** Request body of a clause. */
const clauseInput: z.ZodType = z
  .union([groupClause, ...Object.values(COMPARISONS), listClause, segmentClause, fieldClause])
  .meta({ id: 'ClauseInput', title: 'A clause of a segment, to send' });

/** Request body of a segment. */
export const segmentInput = objectOf({ name: nameText(255), clause: arrayOf(clauseInput, BOUNDS.segmentClauses.max) });
