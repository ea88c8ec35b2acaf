import { z } from 'zod';
import {
  COMPARISON_CLAUSES,
  COMPARISON_TYPES,
  FIELD_OPERATORS,
  LIST_OPERATORS,
  SEGMENT_OPERATORS,
} from '../domain/segment-clauses.ts';
import type { ComparisonType, FieldOperator } from '../domain/segment-clauses.ts';
import type { FieldType } from './custom-field.ts';

const OPERATORS_OF_FIELDS: Readonly<Record<FieldType, readonly FieldOperator[]>> = FIELD_OPERATORS;
const [firstOperator, ...otherOperators] = [...new Set(Object.values(OPERATORS_OF_FIELDS).flat())];

const references = [
  z.object({
    type: z.literal('in_mailing_list'),
    operator: z.enum(LIST_OPERATORS),
    mailing_list_id: z.number(),
  }),
  z.object({ type: z.literal('in_segment'), operator: z.enum(SEGMENT_OPERATORS), segment_id: z.number() }),
  z.object({
    type: z.literal('custom_field'),
    custom_field_id: z.number(),
    operator: z.enum([firstOperator ?? 'is', ...otherOperators]),
    /** As a subscriber's value is stored, of a choice the option id; absent for an operator without a value. */
    value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  }),
] as const;

/** A clause that compares something of a subscriber with one value. */
type ComparisonClause = {
  [Type in ComparisonType]: {
    type: Type;
    operator: (typeof COMPARISON_CLAUSES)[Type]['operators'][number];
    value: string;
  };
}[ComparisonType];

export type LeafClause = z.infer<(typeof references)[number]> | ComparisonClause;

const comparisons = COMPARISON_TYPES.map((type) =>
  z.object({
    type: z.literal(type),
    operator: z.enum<string, [string, ...string[]]>([...COMPARISON_CLAUSES[type].operators]),
    value: z.string(),
  }),
);
// The table has the operators of each kind, which the type of an array does not hold.
const leaf = z.discriminatedUnion('type', [...references, ...comparisons]) as unknown as z.ZodType<LeafClause>;

/** A condition on subscribers as it is stored: what it refers to is held by id. */
export type SegmentClause = LeafClause | { type: 'any' | 'all'; clauses: SegmentClause[] };

/** Checks a stored clause. */
export const segmentClause: z.ZodType<SegmentClause> = z.lazy(() =>
  z.union([z.object({ type: z.enum(['any', 'all']), clauses: z.array(segmentClause) }), leaf]),
);

/** Every clause of a tree that is no group. */
export function leavesOf(clauses: readonly SegmentClause[]): LeafClause[] {
  return clauses.flatMap((clause) => ('clauses' in clause ? leavesOf(clause.clauses) : [clause]));
}
