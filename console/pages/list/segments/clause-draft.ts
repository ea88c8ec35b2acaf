import type { components } from '../../../../client/index.ts';
import { SluiceApiError } from '../../../../client/index.ts';
import { valueAsText } from '../../../parts/value-input.tsx';
import { fieldSubject, takesValue } from './subjects.ts';

type Clause = components['schemas']['Clause'];
type ClauseInput = components['schemas']['ClauseInput'];

/** A condition that is entered. */
export interface Condition {
  /** Tells the parts of a group apart while they are moved. */
  readonly key: number;
  readonly subject: string;
  readonly operator: string;
  /** As the text of its input. */
  readonly value: string;
}

/** Conditions of which all or any must hold. */
export interface Group {
  readonly key: number;
  readonly match: 'all' | 'any';
  readonly parts: readonly (Condition | Group)[];
}

let keys = 0;

/** A condition to begin with. */
export function newCondition(): Condition {
  return { key: ++keys, subject: 'subscriber_email', operator: 'contains', value: '' };
}

/** A group to begin with. */
export function newGroup(match: Group['match']): Group {
  return { key: ++keys, match, parts: [newCondition()] };
}

/** Whether a part of a group is a group. */
export function isGroup(part: Condition | Group): part is Group {
  return 'parts' in part;
}

/** The clauses of a segment as they are entered: those of a segment that is one "any" are of that. */
export function groupOf(clauses: readonly Clause[]): Group {
  const [first] = clauses;
  const isAny = clauses.length === 1 && first !== undefined && 'clauses' in first && first.type === 'any';
  return isAny ? groupFrom('any', first.clauses) : groupFrom('all', clauses);
}

function groupFrom(match: Group['match'], clauses: readonly Clause[]): Group {
  return { key: ++keys, match, parts: clauses.map(partFrom) };
}

function partFrom(clause: Clause): Condition | Group {
  if ('clauses' in clause) return groupFrom(clause.type, clause.clauses);
  const { type, operator } = clause;
  const condition = (subject: string, value: unknown) => ({
    key: ++keys,
    subject,
    operator,
    value: valueAsText(value),
  });
  if (type === 'in_mailing_list') return condition(type, clause.mailing_list_id);
  if (type === 'in_segment') return condition(type, clause.segment_id);
  if (type === 'custom_field') return condition(fieldSubject(clause.custom_field_id), clause.value);
  return condition(type, clause.value);
}

/** The clauses of a segment as the API takes them. */
export function clausesOf(group: Group): ClauseInput[] {
  const clauses = group.parts.map(clauseOf);
  return isAnyOf(group) ? [{ type: 'any', clauses }] : clauses;
}

/** Whether a clause of its own says that one of several is enough. */
function isAnyOf({ match, parts }: Group): boolean {
  return match === 'any' && parts.length > 1;
}

function clauseOf(part: Condition | Group): ClauseInput {
  if (isGroup(part)) return { type: part.match, clauses: part.parts.map(clauseOf) };
  // The service reads the value by the kind of clause and the type of the field, and says what is wrong with it.
  return sentOf(part) as unknown as ClauseInput;
}

function sentOf({ subject, operator, value }: Condition): Record<string, unknown> {
  const id = value === '' ? null : Number(value);
  if (subject === 'in_mailing_list') return { type: subject, operator, mailing_list: { id } };
  if (subject === 'in_segment') return { type: subject, operator, segment: { id } };
  const compared = takesValue(operator) ? { value: value.trim() === '' ? null : value } : {};
  if (!subject.startsWith(FIELD)) return { type: subject, operator, ...compared };
  return { type: 'custom_field', operator, custom_field: { id: Number(subject.slice(FIELD.length)) }, ...compared };
}

const FIELD = fieldSubject(0).slice(0, -1);

/** The place of the clauses of the outermost group in the body that is sent. */
export function placeOfGroup(group: Group): string {
  return isAnyOf(group) ? 'clause.0.clauses' : 'clause';
}

/** The refusals of a segment, by what they are about. */
export interface SegmentFaults {
  readonly name: string | null;
  /** By the place of a condition: `clause.0`. */
  readonly conditions: ReadonlyMap<string, string>;
  /** Another error; null for none. */
  readonly other: unknown;
}

/** The faults of a refused call in the words of the page. */
export function segmentFaults(error: unknown): SegmentFaults {
  const conditions = new Map<string, string>();
  if (!(error instanceof SluiceApiError) || error.code !== 'validation_failed') {
    return { name: null, conditions, other: error };
  }
  let name: string | null = null;
  const others: string[] = [];
  for (const fault of error.message.split('; ')) {
    const place =
      /^(clause(?:\.\d+(?:\.clauses(?=\.\d))?)+)\.(value|operator|mailing_list|segment|custom_field) (.*)$/.exec(fault);
    if (fault.startsWith('name '))
      name = fault === TAKEN ? 'Another segment of the list has this name.' : `The ${fault}.`;
    else if (place === null) others.push(fault);
    else conditions.set(place[1] ?? '', conditionFault(place[2] ?? '', place[3] ?? ''));
  }
  return { name, conditions, other: others.length === 0 ? null : new Error(others.join('; ')) };
}

const TAKEN = 'name has already been taken';

function conditionFault(part: string, fault: string): string {
  if (part === 'value') return fault === 'cannot be blank' ? 'Enter a value.' : `The value ${fault}.`;
  if (fault.includes('refer to itself')) return 'A segment cannot have a condition about itself.';
  if (part === 'mailing_list') return 'Choose a list.';
  if (part === 'segment') return 'Choose a segment.';
  return part === 'custom_field' ? 'Choose another field: this one is gone.' : `The comparison ${fault}.`;
}
