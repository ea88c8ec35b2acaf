import type { components } from '../../../../client/index.ts';
import {
  COMPARISON_CLAUSES,
  COMPARISON_TYPES,
  FIELD_OPERATORS,
  isBlankOperator,
  isComparisonType,
  LIST_OPERATORS,
  SEGMENT_OPERATORS,
} from '../../../../engine/domain/segment-clauses.ts';
import type { ComparisonType } from '../../../../engine/domain/segment-clauses.ts';
import { EMAIL_FORMATS } from '../../../../engine/domain/subscribers.ts';
import { STATUSES, statusName } from '../../../parts/statuses.ts';

type CustomField = components['schemas']['CustomField'];

interface Named {
  readonly id: number;
  readonly name: string;
}

/** The records that a condition of a segment can be about. */
export interface ClausePlace {
  readonly fields: readonly CustomField[];
  /** Other lists. */
  readonly lists: readonly Named[];
  /** Other segments of the list. */
  readonly segments: readonly Named[];
}

/** The thing that a condition is about, with its operators and values. */
export interface Subject {
  /** A kind of clause; of a custom field `field:` and its id. */
  readonly id: string;
  readonly name: string;
  readonly operators: readonly string[];
  /** The values to choose from; null where one is entered. */
  readonly choices: readonly (readonly [value: string, name: string])[] | null;
  /** The form of a value that is entered. */
  readonly form: 'text' | 'date' | CustomField;
}

const NAMES: Readonly<Record<ComparisonType, string>> = {
  subscriber_status: 'Status',
  subscriber_format: 'Format of mails',
  subscriber_email: 'Address',
  subscriber_domain: 'Domain of the address',
  subscriber_date_subscribed: 'Day of subscription',
};

const CHOICES = {
  status: STATUSES.map((status) => [status, statusName(status)] as const),
  format: EMAIL_FORMATS.map(
    (format) => [format, { html: 'HTML', text: 'text', both: 'HTML and text' }[format]] as const,
  ),
  text: null,
  date: null,
};

/** Finds the thing that a condition is about; null when it is gone. */
export function findSubject(id: string, place: ClausePlace): Subject | null {
  if (isComparisonType(id)) {
    const { operators, value } = COMPARISON_CLAUSES[id];
    return { id, name: NAMES[id], operators, choices: CHOICES[value], form: value === 'date' ? 'date' : 'text' };
  }
  const form = 'text';
  if (id === 'in_mailing_list')
    return { id, name: 'Another list', operators: LIST_OPERATORS, choices: named(place.lists), form };
  if (id === 'in_segment')
    return { id, name: 'Another segment', operators: SEGMENT_OPERATORS, choices: named(place.segments), form };
  const field = place.fields.find((each) => fieldSubject(each.id) === id);
  if (field === undefined) return null;
  const { name, field_type, options } = field;
  const choices =
    field_type === 'boolean'
      ? YES_NO
      : options === undefined
        ? null
        : options.map((each) => [each.name, each.name] as const);
  return { id, name, operators: FIELD_OPERATORS[field_type], choices, form: field };
}

const YES_NO = [
  ['true', 'yes'],
  ['false', 'no'],
] as const;

function named(records: readonly Named[]) {
  return records.map(({ id, name }) => [String(id), name] as const);
}

/** The id of a custom field as the subject of a condition. */
export function fieldSubject(id: number): string {
  return `field:${id}`;
}

/** The subjects that a new condition can be about, without the fields. */
export function commonSubjects({ lists, segments }: ClausePlace): readonly string[] {
  return [
    ...COMPARISON_TYPES,
    ...(lists.length > 0 ? ['in_mailing_list'] : []),
    ...(segments.length > 0 ? ['in_segment'] : []),
  ];
}

const OPERATOR_WORDS: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
  before: 'is before',
  after: 'is after',
  on: 'is on',
  'is blank': 'is empty',
  'is not blank': 'is not empty',
};

/** An operator in words. */
export function operatorWords(operator: string): string {
  return OPERATOR_WORDS[operator] ?? operator;
}

/** Whether a condition with an operator has a value. */
export function takesValue(operator: string): boolean {
  return !isBlankOperator(operator);
}
