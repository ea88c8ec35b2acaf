import type { FastifyRequest } from 'fastify';
import { segmentCondition } from '../../engine/db/segments/sql.ts';
import { readReferredClauses, readReferringSegments } from '../../engine/db/segments/references.ts';
import { readSegmentSurroundings } from '../../engine/db/segments/context.ts';
import { findSegment, isSegmentNameTaken } from '../../engine/db/segments/segments.ts';
import type { Segment } from '../../engine/db/segments/segments.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import type { SegmentClause } from '../../engine/values/segment-clause.ts';
import { refuseRemoteList } from '../mailing-lists/lookups.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../plugins/app/authentication.ts';
import type { Attributes } from '../http/attributes.ts';
import { readClauses } from './clause-input.ts';
import { clausePlaceOf } from './clause-reader.ts';
import type { segmentInput } from './clause-kinds.ts';

/** The segment a path names, if the caller reaches it. @throws NotFound; InvalidRequest on a remote list. */
export async function requireSegment(
  db: Database,
  { caller, params }: FastifyRequest<{ Params: { id: string } }>,
): Promise<Segment> {
  const found = await findSegment(db, idOf(params.id, 'segment'), reachOf(caller));
  if (found === null) throw new NotFound('segment');
  refuseRemoteList(found);
  return found;
}

/** Reads the name and the clauses of a segment, both required. @throws ValidationFailed; InvalidRequest */
export async function readSegment(
  db: Database,
  attributes: Attributes<typeof segmentInput>,
  place: { organizationId: number; mailingListId: number; segmentId: number | null },
): Promise<{ name: string; clause: SegmentClause[] }> {
  const surroundings = await readSegmentSurroundings(db, place.organizationId);
  const name = attributes.demand('name');
  if (name !== null && (await isSegmentNameTaken(db, place.mailingListId, name, place.segmentId))) {
    attributes.refuse('name', 'has already been taken');
  }
  const referring =
    place.segmentId === null
      ? new Set<number>()
      : await readReferringSegments(db, place.mailingListId, place.segmentId);
  const clause = readClauses(attributes, clausePlaceOf(surroundings, place.mailingListId, referring));
  attributes.check();
  // Compiled here for its limits, so that no segment is stored that cannot be read.
  segmentCondition(clause, surroundings, await readReferredClauses(db, place.organizationId, clause));
  return { name: name ?? '', clause };
}
