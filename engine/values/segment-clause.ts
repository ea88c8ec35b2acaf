import { z } from 'zod';

export const LIST_OPERATORS = ['is in', 'is not in', 'is active in', 'is not active in'] as const;
export const STATUS_OPERATORS = ['is', 'is not'] as const;
export const SEGMENT_OPERATORS = ['is in', 'is not in'] as const;
export const DATE_OPERATORS = ['before', 'after', 'on'] as const;
export const NUMBER_OPERATORS = ['=', '!=', '<', '<=', '>', '>='] as const;
export const BLANK_OPERATORS = ['is blank', 'is not blank'] as const;
export const TEXT_OPERATORS = ['is', 'is not', 'contains', 'does not contain', 'starts with', 'ends with'] as const;

const leaf = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('in_mailing_list'),
    operator: z.enum(LIST_OPERATORS),
    mailing_list_id: z.number(),
  }),
  z.object({ type: z.literal('in_segment'), operator: z.enum(SEGMENT_OPERATORS), segment_id: z.number() }),
  z.object({ type: z.literal('subscriber_status'), operator: z.enum(STATUS_OPERATORS), value: z.string() }),
  z.object({ type: z.literal('subscriber_format'), operator: z.enum(STATUS_OPERATORS), value: z.string() }),
  z.object({ type: z.literal('subscriber_email'), operator: z.enum(TEXT_OPERATORS), value: z.string() }),
  z.object({ type: z.literal('subscriber_domain'), operator: z.enum(TEXT_OPERATORS), value: z.string() }),
  z.object({ type: z.literal('subscriber_date_subscribed'), operator: z.enum(DATE_OPERATORS), value: z.string() }),
  z.object({
    type: z.literal('custom_field'),
    custom_field_id: z.number(),
    operator: z.enum([...TEXT_OPERATORS, ...NUMBER_OPERATORS, ...DATE_OPERATORS, ...BLANK_OPERATORS]),
    /** As a subscriber's value is stored, of a choice the option id; absent where the operator asks for none. */
    value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  }),
]);
export type LeafClause = z.infer<typeof leaf>;

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
