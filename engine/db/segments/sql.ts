import { BOUNDS } from '../../domain/bounds.ts';
import type { LeafClause, SegmentClause } from '../../values/segment-clause.ts';
import { fieldCondition } from './field-sql.ts';
import { TooManyClauses } from './references.ts';
import type { ReferredClauses } from './references.ts';
import type { SegmentContext } from './context.ts';
import { textCondition } from './text-sql.ts';
import { sql } from '../core/slonik.ts';
import { DEFAULT_FORMAT } from '../../domain/subscribers.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/**
 * The condition on rows of `subscribers` that a segment stands for. Values are parameters, never text of the statement.
 * Only active subscribers fit, unless the segment has a condition on the status.
 * @throws InvalidRequest when it has too many clauses, those of the segments it refers to counted each time.
 */
export function segmentCondition(
  clauses: readonly SegmentClause[],
  context: SegmentContext,
  referred: ReferredClauses,
): Fragment {
  let compiled = 0;

  const segment = (clauses: readonly SegmentClause[]): Compiled => {
    const { condition, asksForStatus } = group(clauses, sql.fragment` and `, sql.fragment`true`);
    if (asksForStatus) return { condition, asksForStatus };
    return { condition: sql.fragment`${condition} and subscribers.status = 'active'`, asksForStatus };
  };
  const group = (clauses: readonly SegmentClause[], word: Fragment, otherwise: Fragment): Compiled => {
    if (clauses.length === 0) return { condition: otherwise, asksForStatus: false };
    const parts = clauses.map(compile);
    const conditions = parts.map(({ condition }) => condition);
    return {
      condition: sql.fragment`(${sql.join(conditions, word)})`,
      asksForStatus: parts.some(({ asksForStatus }) => asksForStatus),
    };
  };
  const compile = (clause: SegmentClause): Compiled => {
    // References make a segment grow: two mentions of one that mentions two others twice are many.
    if (++compiled > BOUNDS.segmentClauses.max) throw new TooManyClauses();
    if ('clauses' in clause) {
      return clause.type === 'any'
        ? group(clause.clauses, sql.fragment` or `, sql.fragment`false`)
        : group(clause.clauses, sql.fragment` and `, sql.fragment`true`);
    }
    if (clause.type !== 'in_segment') {
      const asksForStatus = clause.type === 'subscriber_status';
      return { condition: leafCondition(clause, context), asksForStatus };
    }
    const other = referred.get(clause.segment_id);
    const { condition, asksForStatus } =
      other === undefined ? { condition: sql.fragment`false`, asksForStatus: false } : segment(other);
    const isIn = sql.fragment`(${condition})`;
    return { condition: clause.operator === 'is in' ? isIn : sql.fragment`not ${isIn}`, asksForStatus };
  };
  return sql.fragment`(${segment(clauses).condition})`;
}

/** A condition, and whether it, or a segment that it refers to, is about the status. */
interface Compiled {
  readonly condition: Fragment;
  readonly asksForStatus: boolean;
}

/** A subscriber from before its list had formats was stored without one, and is shown with the default. */
const FORMAT = sql.fragment`coalesce(subscribers.email_format, (
  select ${DEFAULT_FORMAT}::email_format from mailing_lists where id = subscribers.mailing_list_id and has_format))`;

function leafCondition(clause: Exclude<LeafClause, { type: 'in_segment' }>, context: SegmentContext): Fragment {
  switch (clause.type) {
    case 'in_mailing_list':
      return listCondition(clause, context);
    case 'subscriber_status':
      return clause.operator === 'is'
        ? sql.fragment`subscribers.status = ${clause.value}::subscriber_status`
        : sql.fragment`subscribers.status <> ${clause.value}::subscriber_status`;
    case 'subscriber_format':
      return clause.operator === 'is'
        ? sql.fragment`coalesce(${FORMAT} = ${clause.value}::email_format, false)`
        : sql.fragment`${FORMAT} is distinct from ${clause.value}::email_format`;
    case 'subscriber_email':
      return textCondition(sql.fragment`subscribers.email`, clause.operator, clause.value);
    case 'subscriber_domain':
      return textCondition(sql.fragment`split_part(subscribers.email, '@', 2)`, clause.operator, clause.value);
    case 'subscriber_date_subscribed': {
      const sign = { before: sql.fragment`<`, after: sql.fragment`>`, on: sql.fragment`=` }[clause.operator];
      return sql.fragment`(subscribers.subscribe_time at time zone ${context.timeZone})::date ${sign} ${clause.value}::date`;
    }
    case 'custom_field':
      return fieldCondition(clause, context.fields.get(clause.custom_field_id));
  }
}

/**
 * On lists without an alternate primary key the key is the address; others have another index of addresses. Two spellings of an
 * international domain have the same key.
 */
function listCondition(
  { operator, mailing_list_id: id }: Extract<LeafClause, { type: 'in_mailing_list' }>,
  { lists }: SegmentContext,
): Fragment {
  const isNegative = operator === 'is not in' || operator === 'is not active in';
  if (!lists.has(id)) return isNegative ? sql.fragment`true` : sql.fragment`false`;
  const status = operator.includes('active') ? sql.fragment`and other.status = 'active'` : sql.fragment``;
  const isThere = sql.fragment`(exists (
      select from subscribers other
      where other.mailing_list_id = ${id} and other.key = lower(subscribers.email)
        and lower(other.email) = lower(subscribers.email) ${status})
    or exists (
      select from subscribers other
      where other.mailing_list_id = ${id} and other.key <> lower(other.email)
        and lower(other.email) = lower(subscribers.email) ${status})
    or subscribers.key like '%@%xn--%' and exists (
      select from subscribers other
      where other.mailing_list_id = ${id} and other.key = subscribers.key
        and split_part(other.key, '@', 1) = all (array[
          split_part(lower(other.email), '@', 1), split_part(lower(subscribers.email), '@', 1)]) ${status}))`;
  return isNegative ? sql.fragment`not ${isThere}` : isThere;
}
