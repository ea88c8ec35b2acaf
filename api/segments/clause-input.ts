import { TooManyClauses } from '../../engine/db/segments/references.ts';
import type { CustomField } from '../../engine/db/fields/custom-fields.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { FIELD_OPERATORS, isBlankOperator, isComparisonType } from '../../engine/domain/segment-clauses.ts';
import type { ComparisonType, FieldOperator } from '../../engine/domain/segment-clauses.ts';
import { InvalidRequest } from '../../engine/platform/errors.ts';
import { parseJsonValue } from '../../engine/values/custom-field-values.ts';
import type { SegmentClause } from '../../engine/values/segment-clause.ts';
import type { Attributes } from '../http/attributes.ts';
import { clauseText, COMPARISONS, listClause, operatorOf, segmentClause } from './clause-kinds.ts';
import type { clausesInput } from './clause-kinds.ts';
import { findReference, openClause } from './clause-reader.ts';
import type { ClausePlace, SentClause } from './clause-reader.ts';
import { isHash } from '../http/values.ts';

type Refusing = Pick<Attributes, 'refuse'>;

/** Reads the clauses of a segment; what is wrong is said to `attributes`. @throws InvalidRequest for an unsupported kind */
export function readClauses(
  attributes: Pick<Attributes<typeof clausesInput>, 'raw' | 'refuse'>,
  place: ClausePlace,
): SegmentClause[] {
  const sent = attributes.raw('clause') ?? null;
  if (sent === null) attributes.refuse('clause', 'cannot be blank');
  else if (countClauses(sent, 1) > BOUNDS.segmentClauses.max) throw new TooManyClauses();
  else if (Buffer.byteLength(JSON.stringify(sent)) > BOUNDS.segmentText.max) {
    attributes.refuse('clause', `is too large (maximum is ${BOUNDS.segmentText.max} bytes of JSON)`);
  } else return readGroup(attributes, 'clause', sent, place, 1);
  return [];
}

/** Counts clauses, those within others too, as deep as they may be nested and until there are too many. */
function countClauses(sent: unknown, depth: number): number {
  const { max } = BOUNDS.segmentClauses;
  if (!Array.isArray(sent) || depth > BOUNDS.segmentDepth.max) return 0;
  let count = sent.length;
  for (const clause of count > max ? [] : sent) {
    if (isHash(clause)) count += countClauses(clause.clauses, depth + 1);
    if (count > max) break;
  }
  return count;
}

function readGroup(attributes: Refusing, path: string, sent: unknown, place: ClausePlace, depth: number) {
  const { max } = BOUNDS.segmentDepth;
  if (!Array.isArray(sent)) attributes.refuse(path, 'must be an array');
  else if (depth > max) attributes.refuse(path, `is nested too deeply (at most ${max} levels)`);
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
  if (!isHash(sent)) {
    attributes.refuse(path, 'must be a JSON object');
    return null;
  }
  const clause = openClause(attributes, path, sent);
  const type = clause.raw('type');
  switch (type) {
    case 'any':
    case 'all':
      return { type, clauses: readGroup(attributes, `${path}.clauses`, clause.raw('clauses'), place, depth + 1) };
    case 'in_mailing_list':
      return readInList(clause, place);
    case 'in_segment':
      return readInSegment(clause, place);
    case 'custom_field':
      return readFieldClause(clause, place);
    default:
      if (isComparisonType(type)) return readComparison(clause, type);
      throw new InvalidRequest(`${path}.type is not a kind of clause that is supported`);
  }
}

function readComparison(clause: SentClause, type: ComparisonType): SegmentClause | null {
  const { operator, value } = COMPARISONS[type].shape;
  const read = {
    type,
    operator: clause.read<string>('operator', operator),
    value: clause.read<string>('value', value),
  };
  return read.operator === null || read.value === null ? null : (read as SegmentClause);
}

function readInList(clause: SentClause, { lists }: ClausePlace): SegmentClause | null {
  const operator = clause.read('operator', listClause.shape.operator);
  const list = findReference(clause, 'mailing_list', lists);
  return operator === null || list === null ? null : { type: 'in_mailing_list', operator, mailing_list_id: list.id };
}

function readInSegment(clause: SentClause, { segments, referring }: ClausePlace): SegmentClause | null {
  const operator = clause.read('operator', segmentClause.shape.operator);
  const segment = findReference(clause, 'segment', segments);
  if (segment !== null && referring.has(segment.id)) {
    return clause.refuse('segment', 'would make the segment refer to itself');
  }
  return operator === null || segment === null ? null : { type: 'in_segment', operator, segment_id: segment.id };
}

/** Reads a clause about a custom field of the list, or a global one; the operators depend on its type. */
function readFieldClause(clause: SentClause, { fields }: ClausePlace): SegmentClause | null {
  const field = findReference(clause, 'custom_field', fields);
  if (field === null) return null;
  const operator = clause.read(
    'operator',
    operatorOf<readonly [FieldOperator, ...FieldOperator[]]>(FIELD_OPERATORS[field.fieldType]),
  );
  if (operator === null) return null;
  const start = { type: 'custom_field', custom_field_id: field.id, operator } as const;
  if (isBlankOperator(operator)) return start;
  const value = readFieldValue(clause, field);
  return value === null ? null : { ...start, value };
}

function readFieldValue(clause: SentClause, field: CustomField): string | number | boolean | null {
  if (field.fieldType.startsWith('text')) return clause.read('value', clauseText);
  // A clause names one option, also of a field with several; the limits of a number field do not apply.
  const fieldType = field.fieldType === 'select_multiple_checkboxes' ? 'select_single_dropdown' : field.fieldType;
  const attributes = { number_support_decimal: true };
  const parsed = parseJsonValue({ ...field, name: '', fieldType, attributes, required: true }, clause.raw('value'));
  if (parsed.error !== undefined) return clause.refuse('value', parsed.error.trim());
  return typeof parsed.value === 'object' ? null : parsed.value;
}
