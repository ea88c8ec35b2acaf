import type { SegmentSurroundings } from '../../engine/db/segment-surroundings.ts';
import { InvalidRequest } from '../../engine/errors.ts';
import { leavesOf } from '../../engine/subscribers/segment-clause.ts';
import type { SegmentClause } from '../../engine/subscribers/segment-clause.ts';
import type { Attributes } from './attributes.ts';
import { COMPARISONS, listClause, segmentClause } from './segment-clause-kinds.ts';
import type { segmentInput } from './segment-clause-kinds.ts';
import { readFieldClause } from './segment-field-clause-input.ts';
import { openClause } from './segment-clause-reader.ts';
import type { ClausePlace, SentClause } from './segment-clause-reader.ts';
import { findReference } from './segment-references.ts';
import { hash } from './values.ts';

const DEEPEST = 10;

type Refusing = Pick<Attributes, 'refuse'>;

/** Reads the clauses of a segment; what is wrong is said to `attributes`. @throws InvalidRequest for an unsupported kind */
export function readClauses(attributes: Attributes<typeof segmentInput>, place: ClausePlace): SegmentClause[] {
  const sent = attributes.raw('clause') ?? null;
  if (sent === null) attributes.refuse('clause', 'cannot be blank');
  return sent === null ? [] : readGroup(attributes, 'clause', sent, place, 1);
}

function readGroup(attributes: Refusing, path: string, sent: unknown, place: ClausePlace, depth: number) {
  if (!Array.isArray(sent)) attributes.refuse(path, 'must be an array');
  else if (depth > DEEPEST) attributes.refuse(path, `is nested too deeply (at most ${DEEPEST} levels)`);
  else return sent.flatMap((clause, at) => readClause(attributes, `${path}.${at}`, clause, place, depth) ?? []);
  return [];
}

function readClause(
  attributes: Refusing,
  path: string,
  sent: unknown,
  place: ClausePlace,
  depth: number,
): SegmentClause | null {
  const parsed = hash.safeParse(sent);
  if (!parsed.success) {
    attributes.refuse(path, 'must be a JSON object');
    return null;
  }
  const clause = openClause(attributes, path, parsed.data);
  const type = clause.raw('type');
  switch (type) {
    case 'any':
    case 'all':
      return { type, clauses: readGroup(attributes, `${path}.clauses`, clause.raw('clauses'), place, depth + 1) };
    case 'in_mailing_list':
      return readInList(clause, place);
    case 'in_segment':
      return readInSegment(clause, place);
    case 'subscriber_status':
    case 'subscriber_format':
    case 'subscriber_email':
    case 'subscriber_domain':
    case 'subscriber_date_subscribed':
      return readComparison(clause, type);
    case 'custom_field':
      return readFieldClause(clause, place);
    default:
      throw new InvalidRequest(`${path}.type is not a kind of clause that is supported`);
  }
}

function readComparison(clause: SentClause, type: keyof typeof COMPARISONS): SegmentClause | null {
  const { operator, value } = COMPARISONS[type].shape;
  const read = {
    type,
    operator: clause.read<string>('operator', operator),
    value: clause.read<string>('value', value),
  };
  return read.operator === null || read.value === null ? null : (read as SegmentClause);
}

function readInList(clause: SentClause, { surroundings }: ClausePlace): SegmentClause | null {
  const operator = clause.read('operator', listClause.shape.operator);
  const local = [...surroundings.lists.values()].filter(({ isRemote }) => !isRemote);
  const list = findReference(clause, 'mailing_list', local);
  return operator === null || list === null ? null : { type: 'in_mailing_list', operator, mailing_list_id: list.id };
}

function readInSegment(clause: SentClause, place: ClausePlace): SegmentClause | null {
  const operator = clause.read('operator', segmentClause.shape.operator);
  const siblings = [...place.surroundings.segments.values()].filter(
    ({ mailingListId }) => mailingListId === place.mailingListId,
  );
  const segment = findReference(clause, 'segment', siblings);
  if (segment !== null && place.segmentId !== null && leadsTo(segment.id, place.segmentId, place.surroundings)) {
    return clause.refuse('segment', 'would make the segment refer to itself');
  }
  return operator === null || segment === null ? null : { type: 'in_segment', operator, segment_id: segment.id };
}

function leadsTo(from: number, to: number, { segments }: SegmentSurroundings, seen = new Set<number>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return leavesOf(segments.get(from)?.clause ?? []).some(
    (leaf) => leaf.type === 'in_segment' && leadsTo(leaf.segment_id, to, { segments } as SegmentSurroundings, seen),
  );
}
