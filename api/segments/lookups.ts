import type { FastifyRequest } from 'fastify';
import { findSegment } from '../../engine/db/segments/segments.ts';
import type { Segment } from '../../engine/db/segments/segments.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import type { SegmentAttributes, SegmentLookups } from '../../engine/lists/segments.ts';
import { refuseRemoteList } from '../mailing-lists/lookups.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';
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

/** Reads the name and the clauses of a segment of a list, both required. @throws ValidationFailed; InvalidRequest */
export async function readSegment(
  attributes: Attributes<typeof segmentInput>,
  mailingListId: number,
  { context, referring, isNameTaken }: SegmentLookups,
): Promise<SegmentAttributes> {
  const name = attributes.demand('name');
  if (name !== null && (await isNameTaken(name))) attributes.refuse('name', 'has already been taken');
  const clause = readClauses(attributes, clausePlaceOf(context, mailingListId, referring));
  attributes.check();
  return { name: name ?? '', clause };
}
