import type { SegmentContext } from '../../engine/db/segments/context.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { optionName } from '../../engine/values/custom-field-values.ts';
import type { LeafClause, SegmentClause } from '../../engine/values/segment-clause.ts';

/** A segment in words, of a long one the beginning. */
export function describeClauses(clauses: readonly SegmentClause[], context: SegmentContext): string {
  const { max } = BOUNDS.segmentDescription;
  const text = clauses.length === 0 ? 'All active subscribers' : describeGroup('All', clauses, context);
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}

/** The value of a clause about a custom field: an option by its name, null when it is gone. */
export function valueOf(
  { custom_field_id, value }: Extract<LeafClause, { type: 'custom_field' }>,
  { fields }: SegmentContext,
): string | number | boolean | null {
  const field = fields.get(custom_field_id);
  if (field?.fieldType.startsWith('select_') !== true) return value ?? null;
  return optionName(field, value);
}

function describeGroup(which: string, clauses: readonly SegmentClause[], context: SegmentContext): string {
  const parts = clauses.map((clause) =>
    'clauses' in clause
      ? `(${describeGroup(clause.type === 'any' ? 'Any' : 'All', clause.clauses, context)})`
      : `(${describeLeaf(clause, context)})`,
  );
  return [`${which} of the following criteria ...`, ...parts].join(' ');
}

function describeLeaf(clause: LeafClause, context: SegmentContext): string {
  switch (clause.type) {
    case 'in_mailing_list': {
      const operator = clause.operator.replace(/ in$/, ' in the mailing list');
      return `Subscriber ${operator} "${context.lists.get(clause.mailing_list_id)?.name ?? 'deleted'}"`;
    }
    case 'in_segment': {
      const operator = clause.operator.replace(/ in$/, ' in the segment');
      return `Subscriber ${operator} "${context.segments.get(clause.segment_id)?.name ?? 'deleted'}"`;
    }
    case 'subscriber_status':
      return `Status ${clause.operator} ${capital(clause.value)}`;
    case 'subscriber_format':
      return `Format ${clause.operator} ${clause.value}`;
    case 'subscriber_email':
      return `Email ${clause.operator} "${clause.value}"`;
    case 'subscriber_domain':
      return `Domain ${clause.operator} "${clause.value}"`;
    case 'subscriber_date_subscribed':
      return `Date subscribed is ${clause.operator} ${clause.value}`;
    case 'custom_field': {
      const name = context.fields.get(clause.custom_field_id)?.name ?? 'deleted';
      const value = clause.value === undefined ? '' : ` ${JSON.stringify(valueOf(clause, context))}`;
      return `Custom field "${name}" ${clause.operator}${value}`;
    }
  }
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
