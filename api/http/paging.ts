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
  /** Whether a token also holds the text by which the query orders the list. */
  tokensWithText?: (query: Readonly<Record<string, unknown>>) => boolean;
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

/** The page of a list; null where the list is whole unless a page is asked for, and none is. */
export type PagingOf<Rules> = [Rules] extends [never]
  ? undefined
  : Rules extends { isOptional: true }
    ? Paging | null
    : Paging;

/** The records of a page, and its paging keys. */
export interface Page<Records = readonly unknown[]> {
  readonly records: Records | JsonTexts;
  readonly keys: PagingKeys | Record<string, never>;
}

/** Records as the JSON of each. */
export class JsonTexts {
  readonly texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.texts = texts;
  }
}

/** Page sizes of imports, subscribers and API keys. */
export const PAGES_OF_100: PagingRules = { defaultSize: 100, maximumSize: 500 };
/** Page sizes of everything else. */
export const PAGES_OF_2000: PagingRules = { defaultSize: 2000, maximumSize: 2000 };

/** Returns the schema of the parameters of a page. */
export function describePaging({ defaultSize, maximumSize, tokens, isOptional }: PagingRules) {
  const otherwise = isOptional === true ? {} : { default: defaultSize };
  return z.object({
    page: z.int().min(0).max(999_999_999).optional().describe('Counted from 0.'),
    per_page: z
      .int()
      .min(1)
      .max(maximumSize)
      .optional()
      .meta({ ...otherwise, description: 'Number of records on a page.' }),
    ...(tokens === true && {
      page_token: z
        .string()
        .max(BOUNDS.queryText.max)
        .optional()
        .describe('The next_page_token of the previous page, instead of page.'),
    }),
  });
}

/** Returns the schema of the size of a page, of a list that is read from a record on instead of by pages. */
export function queryPageSize({ defaultSize, maximumSize }: PagingRules) {
  return z
    .string({ error: 'must be given once' })
    .meta({ type: 'integer', minimum: 1, maximum: maximumSize, default: defaultSize })
    .optional();
}

/** Whether the call requests a page: some lists are returned whole without one. */
function isPagingAskedFor(query: unknown): boolean {
  return ['page', 'per_page', 'page_token'].some((name) => textOf(query, name) !== null);
}

/**
 * Reads `page`, `per_page` and `page_token`; the text of a token by the other parameters.
 * @returns null where paging is optional and not asked for
 * @throws InvalidRequest for what is no number, no token, or both; RequestedTooMany beyond the maximum size.
 */
export function readPaging(
  query: unknown,
  rules: PagingRules,
  readOthers: () => Readonly<Record<string, unknown>>,
): Paging | null {
  if (rules.isOptional === true && !isPagingAskedFor(query)) return null;
  const perPage = readPerPage(query, rules);
  const token = textOf(query, 'page_token');
  if (token === null) {
    const page = readPageNumber(query);
    return { page, perPage, afterId: 0, afterText: null, offset: page * perPage, limit: perPage };
  }
  if (rules.tokens !== true) throw new InvalidRequest('page_token is not available for this list: use page');
  if (textOf(query, 'page') !== null) throw new InvalidRequest('page and page_token must not be sent together');
  const after = decodeToken(token, rules.tokensWithText?.(readOthers()) === true);
  return { page: null, perPage, ...after, offset: 0, limit: perPage };
}

/** The four paging keys of a counted list. */
export function countedPage({ page, perPage }: Paging, records: number): PagingKeys {
  return { page, per_page: perPage, num_records: records, num_pages: Math.ceil(records / perPage) };
}

interface ListedRows<Row, Rendered> {
  /** Reads the rows of the page, and one more where the list has tokens. */
  readonly list: (db: Database) => Promise<readonly Row[]>;
  readonly count: (db: Database) => Promise<number>;
  readonly render: (row: Row) => Rendered;
  /** Returns the place after a row, of a list that has tokens. */
  readonly placeOf?: (row: Row) => Place;
}

/**
 * Reads a page of a list and counts its records, one after the other in one costly read: both take longer the more there are. A
 * list that no page of is asked for is whole, and is not counted.
 */
export async function readPage<Row, Rendered>(
  read: FastifyRequest['read'],
  paging: Paging | null,
  { list, count, render, placeOf }: ListedRows<Row, Rendered>,
): Promise<Page<readonly Rendered[]>> {
  if (paging === null) return { records: await renderInTurns(await read(list), render), keys: {} };
  const [rows, counted] = await read(async (db) => [await list(db), await count(db)] as const);
  const keys = countedPage(paging, counted);
  if (placeOf === undefined) return { records: await renderInTurns(rows, render), keys };
  const { page, next } = cutPage(rows, paging, placeOf);
  return { records: await renderInTurns(page, render), keys: { ...keys, next_page_token: next } };
}

/** The rows of a list that is whole. */
export const WHOLE = { offset: 0, limit: null };

/** A place in a list: the id of a record, and its text where the list is ordered by one. */
interface Place {
  readonly id: number;
  readonly text: string | null;
}

/** Of the records read, which are one more than a page if there are more: the page, and the token of the next one. */
export function cutPage<Row>(
  found: readonly Row[],
  { perPage }: Paging,
  placeOf: (row: Row) => Place,
): { page: readonly Row[]; next: string | null } {
  const page = found.slice(0, perPage);
  const last = page.at(-1);
  const place = found.length > page.length && last !== undefined ? placeOf(last) : null;
  return { page, next: place && encodeToken(place.id, place.text) };
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

/** Renders rows, which may be costly, such as a decryption: lets other calls run after every 50 of them. */
async function renderInTurns<Row, Record>(rows: readonly Row[], render: (row: Row) => Record): Promise<Record[]> {
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

function readPageNumber(query: unknown): number {
  const text = textOf(query, 'page') ?? '0';
  // Nine digits times the largest page stay far below what a number and the database hold exactly.
  if (!/^\d{1,9}$/.test(text)) throw new InvalidRequest('page must be a whole number from 0');
  return Number(text);
}

/** Reads `per_page`. @throws InvalidRequest for what is no number; RequestedTooMany beyond the maximum size */
export function readPerPage(query: unknown, { defaultSize, maximumSize }: PagingRules): number {
  const text = textOf(query, 'per_page') ?? String(defaultSize);
  if (!/^\d+$/.test(text) || Number(text) === 0) throw new InvalidRequest('per_page must be a whole number from 1');
  if (Number(text) > maximumSize) throw new RequestedTooMany(`per_page must be at most ${maximumSize}`);
  return Number(text);
}
