import type { Pool, PoolClient } from 'pg';
import { COUNTERS } from '../../domain/subscriber-imports.ts';
import type { ChunkResult, Counters } from '../../domain/subscriber-imports.ts';

/** A record-aligned byte range of the source, as the scan found it. */
export interface ScannedRange {
  readonly start: number;
  readonly end: number;
  readonly firstRow: number;
  readonly records: number;
}

export interface LedgerRange extends ScannedRange {
  readonly stagedAt: Date | null;
  readonly failed: number;
}

/** Writes what a scan found: the ranges, an empty entry per chunk, and the number of records. */
export async function writeScan(
  client: PoolClient,
  importId: number,
  scan: {
    ranges: readonly ScannedRange[];
    records: number;
    header: { start: number; end: number } | null;
    columnsHash: string | null;
    partitions: number;
    firstKeys: readonly string[] | null;
  },
): Promise<void> {
  await client.query(
    `insert into import_ranges (subscriber_import_id, range_number, byte_start, byte_end, first_row, records)
     select $1, n - 1, s, e, f, r
       from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::integer[]) with ordinality as t (s, e, f, r, n)`,
    [
      importId,
      scan.ranges.map((range) => range.start),
      scan.ranges.map((range) => range.end),
      scan.ranges.map((range) => range.firstRow),
      scan.ranges.map((range) => range.records),
    ],
  );
  await client.query(
    `insert into import_chunks (subscriber_import_id, chunk_number) select $1, generate_series(0, $2::integer - 1)`,
    [importId, scan.partitions],
  );
  await client.query(
    `update subscriber_imports
        set number_of_records = $2, header_start = $3, header_end = $4, partitions = $5,
            chunk_first_keys = $6, columns_hash = $7,
            started_at = coalesce(started_at, now())
      where id = $1`,
    [
      importId,
      scan.records,
      scan.header?.start ?? null,
      scan.header?.end ?? null,
      scan.partitions,
      scan.firstKeys,
      scan.columnsHash,
    ],
  );
}

/** Reads the first key of each chunk but the first; null when chunks are dealt by a hash. */
export async function readFirstKeys(db: Pool | PoolClient, importId: number): Promise<readonly string[] | null> {
  const { rows } = await db.query<{ chunk_first_keys: string[] | null }>(
    `select chunk_first_keys from subscriber_imports where id = $1`,
    [importId],
  );
  return rows[0]?.chunk_first_keys ?? null;
}

/** Forgets the keys in the ledger of an import that merges no more: they are addresses. */
export async function forgetKeys(db: Pool | PoolClient, importId: number): Promise<void> {
  await db.query(
    `with chunks as (update import_chunks set merged_key = null where subscriber_import_id = $1 and merged_key is not null)
     update subscriber_imports set chunk_first_keys = null where id = $1 and chunk_first_keys is not null`,
    [importId],
  );
}

/** How many ranges the ledger holds. */
export async function countRanges(db: Pool | PoolClient, importId: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::integer as n from import_ranges where subscriber_import_id = $1`,
    [importId],
  );
  return rows[0]?.n ?? 0;
}

/** Reads every range of an import, in the order of the source. */
export async function readRanges(db: Pool | PoolClient, importId: number): Promise<readonly ScannedRange[]> {
  const { rows } = await db.query<ScannedRange>(
    `select ${RANGE_COLUMNS} from import_ranges where subscriber_import_id = $1 order by range_number`,
    [importId],
  );
  return rows;
}

const RANGE_COLUMNS = `byte_start as start, byte_end as "end", first_row as "firstRow", records`;

/** Reads one range and locks its entry until the transaction ends. */
export async function lockRange(client: PoolClient, importId: number, number: number): Promise<LedgerRange> {
  const { rows } = await client.query<{
    byte_start: number;
    byte_end: number;
    first_row: number;
    records: number;
    staged_at: Date | null;
    failed: number;
  }>(
    `select byte_start, byte_end, first_row, records, staged_at, failed
       from import_ranges where subscriber_import_id = $1 and range_number = $2 for update`,
    [importId, number],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Import ${importId} has no range ${number}.`);
  return {
    start: row.byte_start,
    end: row.byte_end,
    firstRow: row.first_row,
    records: row.records,
    stagedAt: row.staged_at,
    failed: row.failed,
  };
}

/** Marks a range as staged, in the transaction that staged its rows. */
export async function markRangeStaged(
  client: PoolClient,
  importId: number,
  number: number,
  staged: { failed: number; chunkRows: readonly number[] },
): Promise<void> {
  await client.query(
    `update import_ranges set staged_at = now(), failed = $3, chunk_rows = $4
      where subscriber_import_id = $1 and range_number = $2`,
    [importId, number, staged.failed, staged.chunkRows],
  );
}

/** Whether no range is left to be staged or skipped. */
export async function areAllStaged(client: PoolClient, importId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from import_ranges where subscriber_import_id = $1 and staged_at is null limit 1`,
    [importId],
  );
  return rowCount === 0;
}

/** A range that an operator skipped has no staged rows in any chunk, not even in an empty one. */
const SKIPPED = `chunk_rows = '{}'`;

/**
 * Forgets that anything was staged: Postgres emptied the staging tables. Skipped ranges stay skipped, since chunks may
 * have been merged without their rows.
 */
export async function forgetStagedRanges(client: PoolClient, importId: number): Promise<void> {
  await client.query(`update import_ranges set staged_at = null where subscriber_import_id = $1 and not ${SKIPPED}`, [
    importId,
  ]);
}

/** Reads the ranges that an operator skipped. */
export async function readSkippedRanges(client: PoolClient, importId: number): Promise<readonly ScannedRange[]> {
  const { rows } = await client.query<ScannedRange>(
    `select ${RANGE_COLUMNS} from import_ranges where subscriber_import_id = $1 and ${SKIPPED} order by range_number`,
    [importId],
  );
  return rows;
}

/** A chunk in the ledger. Its slices are merged in the order of their keys. */
export interface LedgerChunk extends ChunkResult {
  /** Whether it is merged or skipped: nothing of it is left. */
  readonly isDone: boolean;
  readonly slices: number;
  /** The last key that is merged; null before the first slice. */
  readonly lastKey: string | null;
}

/** Reads one chunk and locks its entry until the transaction ends. */
export async function lockChunk(client: PoolClient, importId: number, number: number): Promise<LedgerChunk> {
  const { rows } = await client.query<
    Counters & { is_done: boolean; unchanged: number; slices: number; merged_key: string | null }
  >(
    `select coalesce(merged_at, skipped_at) is not null as is_done, slices, merged_key, unchanged, ${COUNTERS.join(', ')}
       from import_chunks where subscriber_import_id = $1 and chunk_number = $2 for update`,
    [importId, number],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Import ${importId} has no chunk ${number}.`);
  const { is_done: isDone, slices, merged_key: lastKey, unchanged, ...counters } = row;
  return { isDone, slices, lastKey, counters, unchanged };
}

/** How many rows of a chunk have an outcome. */
export function rowsOf({ counters }: ChunkResult): number {
  return COUNTERS.reduce((rows, name) => rows + counters[name], 0);
}

/** The result of two parts of a chunk. */
export function sumOf(one: ChunkResult, other: ChunkResult): ChunkResult {
  const counters = COUNTERS.map((name) => [name, one.counters[name] + other.counters[name]]);
  return { counters: Object.fromEntries(counters) as Counters, unchanged: one.unchanged + other.unchanged };
}

const ROWS_OF_CHUNK = COUNTERS.map((name) => `c.${name}`).join(' + ');

/** How many records the scan counted, and how many have an outcome: they failed in a range or are counted by a chunk. */
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

/** How many records of an import have failed so far, in ranges and in chunks. */
export async function countFailed(client: PoolClient, importId: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select (select coalesce(sum(failed), 0) from import_ranges where subscriber_import_id = $1)
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
  { counters, unchanged, lastKey }: ChunkResult & { readonly lastKey: string },
): Promise<void> {
  await client.query(
    `update import_chunks set merged_key = $3, slices = slices + 1, unchanged = $4, ${setCounters(5)}
      where subscriber_import_id = $1 and chunk_number = $2`,
    [importId, number, lastKey, unchanged, ...COUNTERS.map((name) => counters[name])],
  );
}

/** Marks a chunk as merged (or as skipped by an operator) with its counters, in the transaction that did the rest of it. */
export async function markChunk(
  client: PoolClient,
  importId: number,
  number: number,
  outcome: 'merged' | 'skipped',
  { counters, unchanged }: ChunkResult,
): Promise<void> {
  await client.query(
    `update import_chunks set ${outcome}_at = now(), merged_key = null, slices = slices + 1, unchanged = $3, ${setCounters(4)}
      where subscriber_import_id = $1 and chunk_number = $2`,
    [importId, number, unchanged, ...COUNTERS.map((name) => counters[name])],
  );
}

function setCounters(firstParameter: number): string {
  return COUNTERS.map((name, i) => `${name} = $${i + firstParameter}`).join(', ');
}

/** How many staged rows the ledger expects, in one chunk or (chunk null) in all of them. */
export async function expectedRows(client: Pool | PoolClient, importId: number, chunk: number | null): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    chunk === null
      ? `select coalesce(sum(c), 0)::bigint as n from import_ranges, unnest(chunk_rows) as c where subscriber_import_id = $1`
      : `select coalesce(sum(chunk_rows[$2 + 1]), 0)::bigint as n from import_ranges where subscriber_import_id = $1`,
    chunk === null ? [importId] : [importId, chunk],
  );
  return rows[0]?.n ?? 0;
}
