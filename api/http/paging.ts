import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { InvalidRequest, RequestedTooMany } from '../../engine/platform/errors.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import type { PagingKeys } from './envelope.ts';
import { parseId, textOf } from './parameters.ts';

/** Sizes of a list's pages, and whether a token may stand in for the page number. */
export interface PagingRules {
  defaultSize: number;
  maximumSize: number;
  tokens?: boolean;
  /** Whether a token also holds the text by which the list is ordered. */
  tokensWithText?: boolean;
  /** Whether the list is whole unless a page is asked for. */
  isOptional?: boolean;
  /** Whether answers say how many records there are; true unless said otherwise. */
  isCounted?: boolean;
}

/** The page asked for. With a token, `page` is null and the page begins after the record `afterId`. */
export interface Paging {
  page: number | null;
  perPage: number;
  afterId: number;
  /** The text of that record, where the list is ordered by one. */
  afterText: string | null;
  offset: number;
  limit: number;
}

/** Page sizes of imports, subscribers and API keys. */
export const PAGES_OF_100: PagingRules = { defaultSize: 100, maximumSize: 500 };
/** Page sizes of everything else. */
export const PAGES_OF_2000: PagingRules = { defaultSize: 2000, maximumSize: 2000 };

/** What the parameters of a page can be. */
export function describePaging({ defaultSize, maximumSize, tokens, isOptional }: PagingRules) {
  const otherwise = isOptional === true ? {} : { default: defaultSize };
  return z.object({
    page: z.int().min(0).max(999_999_999).optional().describe('Counted from 0.'),
    per_page: z
      .int()
      .min(1)
      .max(maximumSize)
      .optional()
      .meta({ ...otherwise, description: 'Records on a page.' }),
    ...(tokens === true && {
      page_token: z
        .string()
        .max(BOUNDS.queryText.max)
        .optional()
        .describe('The next_page_token of the page before, instead of page.'),
    }),
  });
}

/** Whether the caller asks for a page at all: some lists are whole without that. */
export function isPagingAskedFor(query: unknown): boolean {
  return ['page', 'per_page', 'page_token'].some((name) => textOf(query, name) !== null);
}

/**
 * Reads `page`, `per_page` and `page_token`.
 * @throws InvalidRequest for what is no number, no token, or both; RequestedTooMany beyond the maximum size.
 */
export function readPaging(query: unknown, rules: PagingRules): Paging {
  const perPage = readPerPage(query, rules);
  const token = textOf(query, 'page_token');
  if (token === null) {
    const page = readPage(query);
    return { page, perPage, afterId: 0, afterText: null, offset: page * perPage, limit: perPage };
  }
  if (rules.tokens !== true) throw new InvalidRequest('page_token is not available for this list: use page');
  if (textOf(query, 'page') !== null) throw new InvalidRequest('page and page_token must not be sent together');
  const after = decodeToken(token, rules.tokensWithText === true);
  return { page: null, perPage, ...after, offset: 0, limit: perPage };
}

/** The four paging keys of a counted list. */
export function countedPage({ page, perPage }: Paging, records: number): PagingKeys {
  return { page, per_page: perPage, num_records: records, num_pages: Math.ceil(records / perPage) };
}

/** Reads a page of a list and counts its records, one after the other in one costly read: both take longer the more there are. */
export function readCounted<Row>(
  read: FastifyRequest['read'],
  list: (db: Database) => Promise<readonly Row[]>,
  count: (db: Database) => Promise<number>,
): Promise<readonly [readonly Row[], number]> {
  return read(async (db) => [await list(db), await count(db)]);
}

/** Of the records read, which are one more than a page if there are more: the page, and the token of the next one. */
export function cutPage<Row extends { id: number }>(
  found: readonly Row[],
  { perPage }: Paging,
  textOf: (row: Row) => string | null = () => null,
): { page: readonly Row[]; next: string | null } {
  const page = found.slice(0, perPage);
  const last = page.at(-1);
  const next = found.length > page.length && last !== undefined ? encodeToken(last.id, textOf(last)) : null;
  return { page, next };
}

/**
 * Renders rows until their records fill `pageBytes`: one at least. Lets other calls run after every 256 KiB.
 * @returns the JSON of each record, in bytes of UTF-8 together at most `pageBytes` unless it is one
 */
export async function renderFitting<Row>(rows: readonly Row[], render: (row: Row) => unknown): Promise<string[]> {
  const records: string[] = [];
  let bytes = 0;
  let pausedAt = 0;
  for (const row of rows) {
    const record = JSON.stringify(render(row));
    bytes += Buffer.byteLength(record);
    if (records.length > 0 && bytes > BOUNDS.pageBytes.max) break;
    records.push(record);
    if (bytes - pausedAt < BLOCK_BYTES) continue;
    pausedAt = bytes;
    await setImmediate();
  }
  return records;
}

const BLOCK_BYTES = 256 * 1024;

/** Renders rows whose rendering is costly, such as a decryption: lets other calls run after every 50 of them. */
export async function renderInTurns<Row, Record>(
  rows: readonly Row[],
  render: (row: Row) => Record,
): Promise<Record[]> {
  const records: Record[] = [];
  for (const [i, row] of rows.entries()) {
    if (i > 0 && i % ROWS_AT_A_TIME === 0) await setImmediate();
    records.push(render(row));
  }
  return records;
}

const ROWS_AT_A_TIME = 50;

/** @throws RequestedTooMany unless all of the records fit into one answer. */
export function requireFitting(isWhole: boolean, advice: string): void {
  if (!isWhole) throw new RequestedTooMany(`the answer would have more than ${BOUNDS.pageBytes.max} bytes: ${advice}`);
}

/** The token of the page after the record of that id, and of that text where the list is ordered by one. */
export function encodeToken(lastId: number, lastText: string | null = null): string {
  return Buffer.from(`after:${lastId}${lastText === null ? '' : `:${lastText}`}`).toString('base64url');
}

function decodeToken(token: string, hasText: boolean): { afterId: number; afterText: string | null } {
  const [, digits = '', text = null] =
    /^after:(\d+)(?::([^\0]*))?$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  const id = parseId(digits);
  if (id === null) throw new InvalidRequest('page_token is not a token of this service');
  if (hasText !== (text !== null)) throw new InvalidRequest('page_token was made for another order of the list');
  return { afterId: id, afterText: text };
}

function readPage(query: unknown): number {
  const text = textOf(query, 'page') ?? '0';
  // Nine digits times the largest page stay far below what a number and the database hold exactly.
  if (!/^\d{1,9}$/.test(text)) throw new InvalidRequest('page must be a whole number from 0');
  return Number(text);
}

function readPerPage(query: unknown, { defaultSize, maximumSize }: PagingRules): number {
  const text = textOf(query, 'per_page') ?? String(defaultSize);
  if (!/^\d+$/.test(text) || Number(text) === 0) throw new InvalidRequest('per_page must be a whole number from 1');
  if (Number(text) > maximumSize) throw new RequestedTooMany(`per_page must be at most ${maximumSize}`);
  return Number(text);
}
