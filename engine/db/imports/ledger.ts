import type { Pool, PoolClient } from 'pg';
import type { LeftOutColumn } from '../../csv/left-out-cells.ts';
import type { SourceFormat } from '../../csv/source-format.ts';
import type { Notice } from '../../domain/notices.ts';
import type { CountsByStatus } from '../../domain/subscribers.ts';
import type { NewOption } from '../../values/custom-field.ts';

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
  /** Rows within its failed records, which `failed` does not count. */
  readonly swallowed: number;
  readonly partial: number;
  /** Number of suppressed rows that its first staging skipped, as each later one does; null before the first. */
  readonly skippedBefore: number | null;
}

/** Outcome of the rows of a range. */
export interface RangeRows extends Pick<LedgerRange, 'failed' | 'swallowed' | 'partial'> {
  /** Valid rows whose address is suppressed. */
  readonly suppressed: number;
  /** Numbers of those that are skipped. */
  readonly skippedRows: readonly number[];
  readonly chunkRows: readonly number[];
  /** Number of its staged rows by the status that each gives a new subscriber. */
  readonly statuses: CountsByStatus;
  /** Cells of the columns that the import leaves out; absent without any, and for a range whose rows were not read. */
  readonly leftOut?: readonly LeftOutColumn[] | undefined;
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
    notices: readonly Notice[];
    sourceFormat: SourceFormat;
    /** Null where none were looked for. */
    newOptions: readonly NewOption[] | null;
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
            chunk_first_keys = $6, columns_hash = $7, scan_notices = $8, source_format = source_format || $9::jsonb,
            new_options = $10, started_at = coalesce(started_at, now())
      where id = $1`,
    [
      importId,
      scan.records,
      scan.header?.start ?? null,
      scan.header?.end ?? null,
      scan.partitions,
      scan.firstKeys,
      scan.columnsHash,
      JSON.stringify(scan.notices),
      JSON.stringify(scan.sourceFormat),
      scan.newOptions === null ? null : JSON.stringify(scan.newOptions),
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

/** Forgets the keys in the ledger of an import that merges no more, which are addresses, and the cells of its ranges. */
export async function forgetKeys(db: Pool | PoolClient, importId: number): Promise<void> {
  await db.query(
    `with chunks as (update import_chunks set merged_key = null where subscriber_import_id = $1 and merged_key is not null),
          ranges as (update import_ranges set left_out = null where subscriber_import_id = $1 and left_out is not null)
     update subscriber_imports set chunk_first_keys = null where id = $1 and chunk_first_keys is not null`,
    [importId],
  );
}

/** Counts the ranges in the ledger. */
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

/** A range with rows of a chunk. */
export interface ChunkRange extends ScannedRange {
  readonly number: number;
  /** Number of its rows that are staged for the chunk. */
  readonly staged: number;
}

/** Reads the next `limit` ranges that have rows of a chunk, in the order of the source. */
export async function readRangesOfChunk(
  client: PoolClient,
  importId: number,
  { chunk, fromRange, limit }: { readonly chunk: number; readonly fromRange: number; readonly limit: number },
): Promise<readonly ChunkRange[]> {
  const { rows } = await client.query<ChunkRange>(
    `select ${RANGE_COLUMNS}, range_number as number, chunk_rows[$2 + 1] as staged from import_ranges
      where subscriber_import_id = $1 and range_number >= $3 and chunk_rows[$2 + 1] > 0 order by range_number limit $4`,
    [importId, chunk, fromRange, limit],
  );
  return rows;
}

const RANGE_COLUMNS = `byte_start as start, byte_end as "end", first_row as "firstRow", records`;

/** Reads one range. */
export function readLedgerRange(pool: Pool, importId: number, number: number): Promise<LedgerRange> {
  return oneRange(pool, { importId, number }, '');
}

/** Reads one range and locks its entry until the transaction ends. */
export function lockRange(client: PoolClient, importId: number, number: number): Promise<LedgerRange> {
  return oneRange(client, { importId, number }, 'for update');
}

/** A range that an earlier version staged skipped none. */
const SKIPPED_BEFORE = `case when chunk_rows is not null then coalesce(cardinality(skipped_rows), 0) end`;

async function oneRange(
  db: Pool | PoolClient,
  { importId, number }: { readonly importId: number; readonly number: number },
  locking: '' | 'for update',
): Promise<LedgerRange> {
  const { rows } = await db.query<LedgerRange>(
    `select ${RANGE_COLUMNS}, staged_at as "stagedAt", failed, swallowed, partial, ${SKIPPED_BEFORE} as "skippedBefore"
       from import_ranges where subscriber_import_id = $1 and range_number = $2 ${locking}`,
    [importId, number],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Import ${importId} has no range ${number}.`);
  return row;
}

/**
 * Marks a range as staged, in the transaction that staged its rows. Which rows its first staging skipped stays as it is: chunks may have
 * been merged without them.
 */
export async function markRangeStaged(
  client: PoolClient,
  importId: number,
  number: number,
  staged: RangeRows,
): Promise<void> {
  await client.query(
    `update import_ranges set staged_at = now(), failed = $3, swallowed = $6, partial = $5, chunk_rows = $4, left_out = $7,
           statuses = $8, suppressed = $9, skipped_rows = coalesce(skipped_rows, $10::bigint[])
      where subscriber_import_id = $1 and range_number = $2`,
    [
      ...[importId, number, staged.failed, staged.chunkRows, staged.partial, staged.swallowed],
      staged.leftOut === undefined ? null : JSON.stringify(staged.leftOut),
      JSON.stringify(staged.statuses),
      staged.suppressed,
      staged.skippedRows,
    ],
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
 * Forgets that anything was staged: Postgres emptied the staging tables. Skipped ranges and rows stay skipped, since chunks may
 * have been merged without them; counts that an earlier version would not write again are unknown.
 */
export async function forgetStagedRanges(client: PoolClient, importId: number): Promise<void> {
  await client.query(
    `update import_ranges set staged_at = null, statuses = null, suppressed = null
      where subscriber_import_id = $1 and not ${SKIPPED}`,
    [importId],
  );
}

/** Reads the ranges that an operator skipped. */
export async function readSkippedRanges(client: PoolClient, importId: number): Promise<readonly ScannedRange[]> {
  const { rows } = await client.query<ScannedRange>(
    `select ${RANGE_COLUMNS} from import_ranges where subscriber_import_id = $1 and ${SKIPPED} order by range_number`,
    [importId],
  );
  return rows;
}

/** Reads the number of staged rows that the ledger expects of a chunk. */
export async function expectedRows(db: Pool | PoolClient, importId: number, chunk: number): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select coalesce(sum(chunk_rows[$2 + 1]), 0)::bigint as n from import_ranges where subscriber_import_id = $1`,
    [importId, chunk],
  );
  return rows[0]?.n ?? 0;
}
