import { z } from 'zod/v4';
import type { SegmentContext } from '../../engine/db/segments/context.ts';
import type { Segment } from '../../engine/db/segments/segments.ts';
import { COMPARISON_TYPES } from '../../engine/domain/segment-clauses.ts';
import type { LeafClause, SegmentClause } from '../../engine/values/segment-clause.ts';
import { describeClauses, valueOf } from './description.ts';
import { whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';

/** A segment in a list, as the service answered it. */
const segmentSummaryExample = {
  id: 1,
  mailing_list_id: 1,
  name: 'Culture fans',
  description: 'All of the following criteria ... (Custom field "Topics" is "Culture")',
};

/** A segment in full, as the service answered it. */
const segmentExample = {
  id: 1,
  mailing_list_id: 1,
  name: 'Culture fans',
  description: 'All of the following criteria ... (Custom field "Topics" is "Culture")',
  clause: [
    {
      type: 'custom_field',
      custom_field_id: 3,
      operator: 'is',
      custom_field: { id: 3, name: 'Topics' },
      value: 'Culture',
    },
  ],
};

/** A segment as lists show it. */
export const segmentSummaryRecord = z
  .object({ id: whole, mailing_list_id: whole, name: z.string(), description: z.string() })
  .meta({ id: 'SegmentSummary', examples: [segmentSummaryExample] });

const subject = z.object({ id: whole, name: z.string().nullable().describe('Null when it is deleted.') });
const compared = z.union([z.string(), z.number(), z.boolean()]);
const clauseRecord: z.ZodType = z
  .union([
    z.object({
      type: z.enum(['any', 'all']),
      get clauses() {
        return z.array(clauseRecord);
      },
    }),
    z.object({ type: z.enum(COMPARISON_TYPES), operator: z.string(), value: z.string() }),
    z.object({
      type: z.literal('in_mailing_list'),
      operator: z.string(),
      mailing_list_id: whole,
      mailing_list: subject,
    }),
    z.object({ type: z.literal('in_segment'), operator: z.string(), segment_id: whole, segment: subject }),
    z.object({
      type: z.literal('custom_field'),
      operator: z.string(),
      custom_field_id: whole,
      custom_field: subject,
      value: compared.nullish(),
    }),
  ])
  .meta({ id: 'Clause' });

/** A segment in full; its SQL only when it is asked for. */
export const segmentRecord = segmentSummaryRecord
  .extend({ clause: z.array(clauseRecord), criteria_sql: z.string().optional() })
  .meta({ id: 'Segment', examples: [segmentExample] });

/** A segment as lists show it. */
export function renderSegmentSummary(segment: Segment, context: SegmentContext): Rendered<typeof segmentSummaryRecord> {
  return {
    id: segment.id,
    mailing_list_id: segment.mailingListId,
    name: segment.name,
    description: describeClauses(segment.clause, context),
  };
}

/** The full record. */
export function renderSegment(segment: Segment, context: SegmentContext): Rendered<typeof segmentRecord> {
  return {
    ...renderSegmentSummary(segment, context),
    clause: segment.clause.map((clause) => renderClause(clause, context)),
  };
}

function renderClause(clause: SegmentClause, context: SegmentContext): Record<string, unknown> {
  if ('clauses' in clause) {
    return { type: clause.type, clauses: clause.clauses.map((inner) => renderClause(inner, context)) };
  }
  return renderLeaf(clause, context);
}

function renderLeaf(clause: LeafClause, context: SegmentContext): Record<string, unknown> {
  switch (clause.type) {
    case 'in_mailing_list':
      return { ...clause, mailing_list: nameOf(context.lists, clause.mailing_list_id) };
    case 'in_segment':
      return { ...clause, segment: nameOf(context.segments, clause.segment_id) };
    case 'custom_field': {
      const { value, ...start } = clause;
      const custom_field = nameOf(context.fields, clause.custom_field_id);
      return { ...start, custom_field, ...(value !== undefined && { value: valueOf(clause, context) }) };
    }
    default:
      return clause;
  }
}

function nameOf(known: ReadonlyMap<number, { readonly id: number; readonly name: string }>, id: number) {
  return { id, name: known.get(id)?.name ?? null };
}
