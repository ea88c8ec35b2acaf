import { containing, sql } from './slonik.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** What a text must be, or contain, ignoring case; null asks for nothing. */
export interface TextFilter {
  is: string | null;
  contains: string | null;
}

/** A part of a list in its order. A token's page begins after the record with that id, and that text where it orders. */
export interface ListPage {
  limit: number;
  offset: number;
  afterId: number;
  afterText: string | null;
}

/** The condition that a column fits the filter. */
export function matchesText(column: Fragment, { is, contains }: TextFilter): Fragment {
  return sql.fragment`(${is}::text is null or lower(${column}) = lower(${is}))
    and (${contains}::text is null or ${column} ilike ${contains === null ? null : containing(contains)})`;
}

/** The end of a where clause, the order and the limits of a page by id, or by a text ignoring case and then by id. */
export function pageOf(text: Fragment | null, { limit, offset, afterId, afterText }: ListPage): Fragment {
  const limits = sql.fragment`limit ${limit} offset ${offset}`;
  if (text === null) return sql.fragment`and id > ${afterId} order by id ${limits}`;
  return sql.fragment`
    and (${afterText}::text is null or (lower(${text}), id) > (lower(${afterText}), ${afterId}))
    order by lower(${text}), id ${limits}`;
}
