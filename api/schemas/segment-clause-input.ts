import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../engine/db/subscriber-import-options.ts';
import type { SegmentSurroundings } from '../../engine/db/segment-surroundings.ts';
import { InvalidRequest } from '../../engine/errors.ts';
import { parseJsonValue } from '../../engine/subscribers/custom-field-values.ts';
import {
  DATE_OPERATORS,
  leavesOf,
  LIST_OPERATORS,
  SEGMENT_OPERATORS,
  STATUS_OPERATORS,
  TEXT_OPERATORS,
} from '../../engine/subscribers/segment-clause.ts';
import type { SegmentClause } from '../../engine/subscribers/segment-clause.ts';
import type { Attributes } from './attributes.ts';
import { readFieldClause } from './segment-field-clause-input.ts';
import { openClause } from './segment-clause-reader.ts';
import type { ClausePlace, SentClause } from './segment-clause-reader.ts';
import { findReference } from './segment-references.ts';
import { hash } from './values.ts';

const DEEPEST = 10;

/** Reads the clauses of a segment; what is wrong is said to `attributes`. @throws InvalidRequest for an unsupported kind */
export function readClauses(attributes: Attributes, place: ClausePlace): SegmentClause[] {
  const sent = attributes.raw('clause') ?? null;
  if (sent === null) attributes.refuse('clause', 'cannot be blank');
  return sent === null ? [] : readGroup(attributes, 'clause', sent, place, 1);
}

function readGroup(attributes: Attributes, path: string, sent: unknown, place: ClausePlace, depth: number) {
  if (!Array.isArray(sent)) attributes.refuse(path, 'must be an array');
  else if (depth > DEEPEST) attributes.refuse(path, `is nested too deeply (at most ${DEEPEST} levels)`);
  else return sent.flatMap((clause, at) => readClause(attributes, `${path}.${at}`, clause, place, depth) ?? []);
  return [];
}

function readClause(
  attributes: Attributes,
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
    case 'subscriber_format': {
      const operator = clause.operator(STATUS_OPERATORS);
      const value = clause.value(type === 'subscriber_status' ? SUBSCRIBER_STATUSES : EMAIL_FORMATS);
      return operator === null || value === null ? null : { type, operator, value };
    }
    case 'subscriber_email':
    case 'subscriber_domain': {
      const operator = clause.operator(TEXT_OPERATORS);
      const value = clause.value();
      return operator === null || value === null ? null : { type, operator, value };
    }
    case 'subscriber_date_subscribed': {
      const operator = clause.operator(DATE_OPERATORS);
      const value = readDate(clause);
      return operator === null || value === null ? null : { type, operator, value };
    }
    case 'custom_field':
      return readFieldClause(clause, place);
    default:
      throw new InvalidRequest(`${path}.type is not a kind of clause that is supported`);
  }
}

function readInList(clause: SentClause, { surroundings }: ClausePlace): SegmentClause | null {
  const operator = clause.operator(LIST_OPERATORS);
  const local = [...surroundings.lists.values()].filter(({ isRemote }) => !isRemote);
  const list = findReference(clause, 'mailing_list', local);
  return operator === null || list === null ? null : { type: 'in_mailing_list', operator, mailing_list_id: list.id };
}

function readInSegment(clause: SentClause, place: ClausePlace): SegmentClause | null {
  const operator = clause.operator(SEGMENT_OPERATORS);
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

function readDate(clause: SentClause): string | null {
  const field = { id: 0, name: 'value', fieldType: 'date', required: true, attributes: {}, options: [] } as const;
  const parsed = parseJsonValue(field, clause.raw('value'));
  if (parsed.error !== undefined) return clause.refuse('value', parsed.error.replace(/^value /, ''));
  return String(parsed.value);
}
