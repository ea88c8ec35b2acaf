import { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import {
  COMPARISON_CLAUSES,
  COMPARISON_TYPES,
  FIELD_OPERATORS,
  LIST_OPERATORS,
  SEGMENT_OPERATORS,
} from '../../engine/domain/segment-clauses.ts';
import type { ComparisonType } from '../../engine/domain/segment-clauses.ts';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { parseJsonValue } from '../../engine/values/custom-field-values.ts';
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

/** The values that clauses compare with, by their form. */
const VALUES = {
  status: oneOf(SUBSCRIBER_STATUSES),
  format: oneOf(EMAIL_FORMATS),
  text: clauseText,
  date: clauseDate,
};

function comparison(type: ComparisonType) {
  const { operators, value } = COMPARISON_CLAUSES[type];
  return objectOf({
    type: z.literal(type),
    operator: operatorOf<readonly [string, ...string[]]>(operators),
    value: VALUES[value],
  });
}

/** The kinds of clauses that compare something of a subscriber with one value. */
export const COMPARISONS = Object.fromEntries(COMPARISON_TYPES.map((type) => [type, comparison(type)])) as Record<
  ComparisonType,
  ReturnType<typeof comparison>
>;

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

const fieldClause = objectOf({
  type: z.literal('custom_field'),
  operator: z
    .enum([...new Set(Object.values(FIELD_OPERATORS).flat())])
    .describe('One of the operators for the type of the field.'),
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

/** Clauses of a segment, all of which must hold. */
export const clausesInput = objectOf({ clause: arrayOf(clauseInput, BOUNDS.segmentClauses.max) });

/** Request body of a segment. */
export const segmentInput = objectOf({ name: nameText(255), ...clausesInput.shape });
