import { z } from 'zod';
import { BOUNDS } from '../../domain/bounds.ts';
import { RequestedTooMany } from '../../platform/errors.ts';
import { containing, sql } from './slonik.ts';
import type { Database } from './slonik.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** Conditions on a text, ignoring case: it equals `is`, and it contains `contains`. Null is no condition. */
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

/**
 * Reads the rows of a selection in its order, if those before the last have less than `maxBytes` as text together. Postgres
 * stops soon after the first row that does not fit, so what follows costs nothing.
 * @throws RequestedTooMany
 */
export async function readPage<Row extends object>(
  db: Database,
  row: z.ZodType<Row>,
  selection: Fragment,
  maxBytes: number = BOUNDS.pageBytes.max,
): Promise<readonly Row[]> {
  // The number of rows beyond can only grow, which lets Postgres end the query at the second one.
  const rows = await db.any(sql.type(row.and(place))`
    select *
    from (
      select *, count(case when "bytesBefore" >= ${maxBytes} then 1 end) over (rows unbounded preceding) as "rowsBeyond"
      from (
        select *, sum(octet_length(selected::text)) over (rows between unbounded preceding and 1 preceding) as "bytesBefore"
        from (${selection}) selected
      ) summed
    ) counted
    where "rowsBeyond" < 2
  `);
  if (rows.every(({ rowsBeyond }) => rowsBeyond === 0)) return rows;
  throw new RequestedTooMany(`the answer would have more than ${maxBytes} bytes: use per_page, or a smaller one`);
}

const place = z.object({ rowsBeyond: z.number() });
