import type { TEXT_OPERATORS } from '../../domain/segment-clauses.ts';
import { containing, sql } from '../core/slonik.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** The condition that a text fits, ignoring case; a text that is null is as good as empty. */
export function textCondition(text: Fragment, operator: (typeof TEXT_OPERATORS)[number], value: string): Fragment {
  const found = sql.fragment`coalesce(${text}, '')`;
  const anywhere = containing(value);
  switch (operator) {
    case 'is':
      return sql.fragment`lower(${found}) = lower(${value})`;
    case 'is not':
      return sql.fragment`lower(${found}) <> lower(${value})`;
    case 'contains':
      return sql.fragment`${found} ilike ${anywhere}`;
    case 'does not contain':
      return sql.fragment`${found} not ilike ${anywhere}`;
    case 'starts with':
      return sql.fragment`${found} ilike ${anywhere.slice(1)}`;
    case 'ends with':
      return sql.fragment`${found} ilike ${anywhere.slice(0, -1)}`;
  }
}
