import type { Database } from '../db/core/slonik.ts';
import { readSegmentContext } from '../db/segments/context.ts';
import type { SegmentContext } from '../db/segments/context.ts';
import { readReferredClauses, readReferringSegments } from '../db/segments/references.ts';
import {
  deleteSegment,
  insertSegment,
  isSegmentNameTaken,
  isSegmentUsed,
  updateSegment,
} from '../db/segments/segments.ts';
import type { Segment } from '../db/segments/segments.ts';
import { segmentCondition } from '../db/segments/sql.ts';
import { ValidationFailed } from '../platform/errors.ts';
import type { SegmentClause } from '../values/segment-clause.ts';
import { inOrganization } from './in-organization.ts';

/** The name and the clauses of a segment. */
export interface SegmentAttributes {
  readonly name: string;
  readonly clause: SegmentClause[];
}

/** Objects that the clauses of a segment may refer to, and whether its name is free. */
export interface SegmentLookups {
  readonly context: SegmentContext;
  /** The segments that refer to the one that is written, its own id included; empty for a new one. */
  readonly referring: ReadonlySet<number>;
  readonly isNameTaken: (name: string) => Promise<boolean>;
}

/** Reads a segment, given the look-ups of the transaction that writes it. */
export type ReadSegment = (lookups: SegmentLookups) => Promise<SegmentAttributes>;

/** Finds the segment to write. @throws NotFound */
export type FindSegment = (db: Database) => Promise<Segment>;

interface SegmentPlace {
  readonly organizationId: number;
  readonly mailingListId: number;
  /** Null for a new segment. */
  readonly segmentId: number | null;
}

/** Adds a segment to a local list. @throws what `read` does; what segmentCondition does for clauses beyond its limits */
export function createSegment(
  db: Database,
  { organizationId, mailingListId }: Pick<SegmentPlace, 'organizationId' | 'mailingListId'>,
  read: ReadSegment,
): Promise<Segment> {
  return inOrganization(db, organizationId, async (transaction) => {
    const attributes = await readChecked(transaction, { organizationId, mailingListId, segmentId: null }, read);
    const id = await insertSegment(transaction, mailingListId, attributes);
    return { id, organizationId, mailingListId, isRemoteList: false, ...attributes };
  });
}

/** Gives a segment a name and clauses. @throws what `find` and createSegment do */
export async function changeSegment(db: Database, find: FindSegment, read: ReadSegment): Promise<Segment> {
  const { organizationId } = await find(db);
  return inOrganization(db, organizationId, async (transaction) => {
    const current = await find(transaction);
    const attributes = await readChecked(transaction, { ...current, segmentId: current.id }, read);
    await updateSegment(transaction, current.id, attributes);
    return { ...current, ...attributes };
  });
}

/** Deletes a segment. @throws what `find` does; ValidationFailed while it is used */
export async function removeSegment(db: Database, find: FindSegment): Promise<void> {
  const { organizationId } = await find(db);
  await inOrganization(db, organizationId, async (transaction) => {
    const segment = await find(transaction);
    if (await isSegmentUsed(transaction, segment)) {
      throw new ValidationFailed('the segment is used by an unfinished campaign, an autoresponder or another segment');
    }
    await deleteSegment(transaction, segment.id);
  });
}

async function readChecked(db: Database, place: SegmentPlace, read: ReadSegment): Promise<SegmentAttributes> {
  const { organizationId, mailingListId, segmentId } = place;
  const context = await readSegmentContext(db, organizationId);
  const referring = segmentId === null ? new Set<number>() : await readReferringSegments(db, mailingListId, segmentId);
  const isNameTaken = (name: string) => isSegmentNameTaken(db, mailingListId, name, segmentId);
  const attributes = await read({ context, referring, isNameTaken });
  // Compiled here for its limits, so that no segment is stored that cannot be read.
  segmentCondition(attributes.clause, context, await readReferredClauses(db, organizationId, attributes.clause));
  return attributes;
}
