import { z } from 'zod';
import { BOUNDS } from '../domain/bounds.ts';
import { RequestedTooMany } from '../errors.ts';
import { containing, sql } from './slonik.ts';
import type { Database } from './slonik.ts';

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

/**
 * Asks for less at once when the rows of a page hold more than `pageBytes`, before they are read.
 * @param page the rows of the page, each with its large part as the text `data`
 * @throws RequestedTooMany
 */
export async function requireFittingPage(db: Database, page: Fragment): Promise<void> {
  const { rows, bytes } = await db.one(sql.type(sizes)`
    select count(*) as rows, coalesce(sum(octet_length(data)), 0)::int8 as bytes from (${page}) page
  `);
  if (rows < 2 || bytes <= BOUNDS.pageBytes.max) return;
  throw new RequestedTooMany(`the page would have more than ${BOUNDS.pageBytes.max} bytes: ask for a smaller per_page`);
}

const sizes = z.object({ rows: z.number(), bytes: z.number() });
