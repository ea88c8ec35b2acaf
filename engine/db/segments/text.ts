import { segmentCondition } from './sql.ts';
import type { ReferredClauses } from './references.ts';
import type { SegmentContext } from './context.ts';
import type { Segment } from './segments.ts';
import { sql } from '../core/slonik.ts';

/** A segment as a SELECT to read, with its values written out; what is run has parameters instead. */
export function segmentText(segment: Segment, context: SegmentContext, referred: ReferredClauses): string {
  const statement = sql.fragment`select subscribers.id from subscribers
    where subscribers.mailing_list_id = ${segment.mailingListId} and ${segmentCondition(segment.clause, context, referred)}`;
  return statement.sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$slonik_(\d+)/g, (_, position: string) => literal(statement.values[Number(position) - 1]));
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
