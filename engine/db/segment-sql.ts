import { InvalidRequest } from '../errors.ts';
import { leavesOf } from '../subscribers/segment-clause.ts';
import type { LeafClause, SegmentClause } from '../subscribers/segment-clause.ts';
import { fieldCondition } from './segment-field-sql.ts';
import type { SegmentSurroundings } from './segment-surroundings.ts';
import { textCondition } from './segment-text-sql.ts';
import { sql } from './slonik.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** References make a segment grow: two mentions of one that mentions two others twice are many. */
const MOST_CLAUSES = 1000;

/**
 * The condition on rows of `subscribers` that a segment stands for. Values are parameters, never text of the statement.
 * Only active subscribers fit, unless the segment asks for a status.
 * @throws InvalidRequest when it has too many clauses, those of the segments it refers to counted in.
 */
export function segmentCondition(clauses: readonly SegmentClause[], surroundings: SegmentSurroundings): Fragment {
  let compiled = 0;

  const all = (clauses: readonly SegmentClause[]): Fragment => {
    const condition = joined(clauses, sql.fragment` and `, sql.fragment`true`);
    return asksForStatus(clauses, surroundings)
      ? condition
      : sql.fragment`${condition} and subscribers.status = 'active'`;
  };
  const joined = (clauses: readonly SegmentClause[], word: Fragment, otherwise: Fragment): Fragment =>
    clauses.length === 0 ? otherwise : sql.fragment`(${sql.join(clauses.map(compile), word)})`;
  const compile = (clause: SegmentClause): Fragment => {
    compiled += 1;
    if (compiled > MOST_CLAUSES) throw new InvalidRequest(`a segment can have at most ${MOST_CLAUSES} clauses`);
    if ('clauses' in clause && clause.type === 'any')
      return joined(clause.clauses, sql.fragment` or `, sql.fragment`false`);
    if ('clauses' in clause) return joined(clause.clauses, sql.fragment` and `, sql.fragment`true`);
    if (clause.type !== 'in_segment') return leafCondition(clause, surroundings);
    const other = surroundings.segments.get(clause.segment_id);
    const condition = other === undefined ? sql.fragment`false` : all(other.clause);
    return clause.operator === 'is in' ? sql.fragment`(${condition})` : sql.fragment`not (${condition})`;
  };
  return sql.fragment`(${all(clauses)})`;
}

function asksForStatus(clauses: readonly SegmentClause[], surroundings: SegmentSurroundings): boolean {
  const seen = new Set<number>();
  const asks = (tree: readonly SegmentClause[]): boolean =>
    leavesOf(tree).some((leaf) => {
      if (leaf.type !== 'in_segment') return leaf.type === 'subscriber_status';
      if (seen.has(leaf.segment_id)) return false;
      seen.add(leaf.segment_id);
      return asks(surroundings.segments.get(leaf.segment_id)?.clause ?? []);
    });
  return asks(clauses);
}

function leafCondition(
  clause: Exclude<LeafClause, { type: 'in_segment' }>,
  surroundings: SegmentSurroundings,
): Fragment {
  switch (clause.type) {
    case 'in_mailing_list':
      return listCondition(clause, surroundings);
    case 'subscriber_status':
      return clause.operator === 'is'
        ? sql.fragment`subscribers.status = ${clause.value}::subscriber_status`
        : sql.fragment`subscribers.status <> ${clause.value}::subscriber_status`;
    case 'subscriber_format':
      return clause.operator === 'is'
        ? sql.fragment`coalesce(subscribers.email_format = ${clause.value}::email_format, false)`
        : sql.fragment`subscribers.email_format is distinct from ${clause.value}::email_format`;
    case 'subscriber_email':
      return textCondition(sql.fragment`subscribers.email`, clause.operator, clause.value);
    case 'subscriber_domain':
      return textCondition(sql.fragment`split_part(subscribers.email, '@', 2)`, clause.operator, clause.value);
    case 'subscriber_date_subscribed': {
      const sign = { before: sql.fragment`<`, after: sql.fragment`>`, on: sql.fragment`=` }[clause.operator];
      return sql.fragment`(subscribers.subscribe_time at time zone ${surroundings.timeZone})::date ${sign} ${clause.value}::date`;
    }
    case 'custom_field':
      return fieldCondition(clause, surroundings.fields.get(clause.custom_field_id));
  }
}

/** On lists without an alternate primary key the key is the address; others have an index of addresses beside it. */
function listCondition(
  { operator, mailing_list_id: id }: Extract<LeafClause, { type: 'in_mailing_list' }>,
  { lists }: SegmentSurroundings,
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
        and lower(other.email) = lower(subscribers.email) ${status}))`;
  return isNegative ? sql.fragment`not ${isThere}` : isThere;
}
