import { BOUNDS } from '../../domain/bounds.ts';
import { InvalidRequest } from '../../platform/errors.ts';
import { leavesOf } from '../../values/segment-clause.ts';
import type { SegmentClause } from '../../values/segment-clause.ts';
import { findSegmentClauses, listSegmentReferences } from './segments.ts';
import type { Database } from '../core/slonik.ts';

/** The clauses of segments by id; those that are deleted are not there. */
export type ReferredClauses = ReadonlyMap<number, readonly SegmentClause[]>;

/**
 * Reads the clauses of every segment that clauses refer to, directly or over others.
 * @throws InvalidRequest when they have more clauses than one segment can have.
 */
export async function readReferredClauses(
  db: Database,
  organizationId: number,
  clauses: readonly SegmentClause[],
): Promise<ReferredClauses> {
  const referred = new Map<number, readonly SegmentClause[]>();
  const asked = new Set<number>();
  let wanted = referencesOf(clauses);
  let count = 0;
  while (wanted.length > 0) {
    for (const id of wanted) asked.add(id);
    const found = await findSegmentClauses(db, organizationId, wanted);
    for (const { id, clause } of found) {
      referred.set(id, clause);
      count += clause.length;
    }
    if (count > BOUNDS.segmentClauses.max) throw new TooManyClauses();
    wanted = referencesOf(found.flatMap(({ clause }) => clause)).filter((id) => !asked.has(id));
  }
  return referred;
}

/** The ids of the segments of a list that refer to a segment, directly or over others, its own included. */
export async function readReferringSegments(
  db: Database,
  mailingListId: number,
  segmentId: number,
): Promise<ReadonlySet<number>> {
  const referring = new Map<number, number[]>();
  for (const { from, to } of await listSegmentReferences(db, mailingListId)) {
    const known = referring.get(to);
    if (known === undefined) referring.set(to, [from]);
    else known.push(from);
  }
  const found = new Set([segmentId]);
  for (const id of found) for (const other of referring.get(id) ?? []) found.add(other);
  return found;
}

/** A segment has more clauses than one query is made of. */
export class TooManyClauses extends InvalidRequest {
  constructor() {
    super(`a segment can have at most ${BOUNDS.segmentClauses.max} clauses, those of segments it refers to included`);
  }
}

function referencesOf(clauses: readonly SegmentClause[]): number[] {
  const ids = leavesOf(clauses).flatMap((leaf) => (leaf.type === 'in_segment' ? [leaf.segment_id] : []));
  return [...new Set(ids)];
}
