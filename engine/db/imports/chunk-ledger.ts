import type { Pool, PoolClient } from 'pg';
import { prepared } from '../core/prepared.ts';
import { COUNTERS } from '../../domain/subscriber-imports.ts';
import type { ChunkResult, Counters } from '../../domain/subscriber-imports.ts';

/** A chunk in the ledger. Its slices are merged in the order of their keys. */
export interface LedgerChunk extends ChunkResult {
  /** Whether it is merged or skipped: nothing of it is left. */
  readonly isDone: boolean;
  readonly slices: number;
  /** The last key that is merged; null before the first slice. */
  readonly lastKey: string | null;
  /** Set when an operator has given it up and it is not skipped to its end: nothing of it is merged any more. */
  readonly skip: ChunkSkip | null;
}

/** A skip of a chunk that has begun. */
export interface ChunkSkip {
  readonly reason: string;
  /** The rows of all ranges before this one are logged. */
  readonly fromRange: number;
}

/** Reads one chunk and locks its entry until the transaction ends. */
export async function lockChunk(client: PoolClient, importId: number, number: number): Promise<LedgerChunk> {
  const { rows } = await client.query<
    Counters & {
      is_done: boolean;
      unchanged: number;
      reactivated: number;
      left_later: number;
      slices: number;
      merged_key: string | null;
      skip: ChunkSkip | null;
    }
  >(
    `select coalesce(merged_at, skipped_at) is not null as is_done, slices, merged_key,
            case when skip_range is not null then json_build_object('reason', skip_reason, 'fromRange', skip_range) end as skip,
            unchanged, reactivated, left_later, ${COUNTERS.join(', ')}
       from import_chunks where subscriber_import_id = $1 and chunk_number = $2 for update`,
    [importId, number],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Import ${importId} has no chunk ${number}.`);
  const { is_done: isDone, slices, merged_key: lastKey, skip, unchanged, reactivated, left_later, ...counters } = row;
  return { isDone, slices, lastKey, skip, counters, unchanged, reactivated, leftLater: left_later };
}

/** Returns the outcome of the rows of a chunk, without the rest of its entry. */
export function resultOf({ counters, unchanged, reactivated, leftLater }: ChunkResult): ChunkResult {
  return { counters, unchanged, reactivated, leftLater };
}

/** Counts the rows of a chunk that have an outcome. */
export function rowsOf({ counters }: ChunkResult): number {
  return COUNTERS.reduce((rows, name) => rows + counters[name], 0);
}

/** The result of two slices of a chunk. */
export function sumOf(one: ChunkResult, other: ChunkResult): ChunkResult {
  const counters = COUNTERS.map((name) => [name, one.counters[name] + other.counters[name]]);
  return {
    counters: Object.fromEntries(counters) as Counters,
    unchanged: one.unchanged + other.unchanged,
    reactivated: one.reactivated + other.reactivated,
    leftLater: one.leftLater + other.leftLater,
  };
}

const ROWS_OF_CHUNK = COUNTERS.map((name) => `c.${name}`).join(' + ');

/** Reads the number of records that the scan counted, and of those with an outcome: failed in a range, or counted by a chunk. */
export async function readBalance(db: Pool, importId: number): Promise<{ records: number; outcomes: number }> {
  const { rows } = await db.query<{ records: number; outcomes: number }>(
    `select coalesce(number_of_records, 0) as records,
            (select coalesce(sum(r.failed), 0) from import_ranges r where r.subscriber_import_id = i.id)
          + (select coalesce(sum(${ROWS_OF_CHUNK}), 0) from import_chunks c where c.subscriber_import_id = i.id) as outcomes
       from subscriber_imports i where i.id = $1`,
    [importId],
  );
  return { records: Number(rows[0]?.records ?? 0), outcomes: Number(rows[0]?.outcomes ?? 0) };
}

/** Counts the failed records of an import so far, in ranges and in chunks, with the rows within them. */
export async function countFailed(client: PoolClient, importId: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select (select coalesce(sum(failed + swallowed), 0) from import_ranges where subscriber_import_id = $1)
          + (select coalesce(sum(failed), 0) from import_chunks where subscriber_import_id = $1) as n`,
    [importId],
  );
  return Number(rows[0]?.n ?? 0);
}

/** Marks a slice of a chunk as merged, in the transaction that did it; `chunk` is what is merged of the chunk then. */
export async function markSlice(
  client: PoolClient,
  importId: number,
  number: number,
  { counters, unchanged, reactivated, leftLater, lastKey }: ChunkResult & { readonly lastKey: string },
): Promise<void> {
  await client.query(
    `update import_chunks set merged_key = $3, slices = slices + 1, unchanged = $4, reactivated = $5, left_later = $6, ${setCounters(7)}
      where subscriber_import_id = $1 and chunk_number = $2`,
    [importId, number, lastKey, unchanged, reactivated, leftLater, ...COUNTERS.map((name) => counters[name])],
  );
}

/** Marks a slice of a chunk as skipped, in the transaction that logged it; `chunk` is what is done of the chunk then. */
export async function markSkip(
  client: PoolClient,
  importId: number,
  number: number,
  { reason, fromRange, counters }: ChunkSkip & Pick<ChunkResult, 'counters'>,
): Promise<void> {
  await client.query(
    `update import_chunks set skip_reason = $3, skip_range = $4, slices = slices + 1, failed = $5
      where subscriber_import_id = $1 and chunk_number = $2`,
    [importId, number, reason, fromRange, counters.failed],
  );
}

/** Marks a chunk as merged (or as skipped by an operator) with its counters, in the transaction that did the rest of it. */
export async function markChunk(
  client: PoolClient,
  importId: number,
  number: number,
  outcome: 'merged' | 'skipped',
  { counters, unchanged, reactivated, leftLater }: ChunkResult,
): Promise<void> {
  await client.query(
    prepared(
      `update import_chunks set ${outcome}_at = now(), merged_key = null, skip_reason = null, skip_range = null, slices = slices + 1, unchanged = $3, reactivated = $4, left_later = $5, ${setCounters(6)}
      where subscriber_import_id = $1 and chunk_number = $2`,
      [importId, number, unchanged, reactivated, leftLater, ...COUNTERS.map((name) => counters[name])],
    ),
  );
}

function setCounters(firstParameter: number): string {
  return COUNTERS.map((name, i) => `${name} = $${i + firstParameter}`).join(', ');
}
