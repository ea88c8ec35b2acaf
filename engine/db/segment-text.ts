import { segmentCondition } from './segment-sql.ts';
import type { SegmentSurroundings } from './segment-surroundings.ts';
import type { Segment } from './segments.ts';
import { sql } from './slonik.ts';

/** A segment as a SELECT to read, with its values written out; what is run has parameters instead. */
export function segmentText(segment: Segment, surroundings: SegmentSurroundings): string {
  const statement = sql.fragment`select subscribers.id from subscribers
    where subscribers.mailing_list_id = ${segment.mailingListId} and ${segmentCondition(segment.clause, surroundings)}`;
  return statement.sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$slonik_(\d+)/g, (_, position: string) => literal(statement.values[Number(position) - 1]));
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
