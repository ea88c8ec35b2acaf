import type { Pool, PoolClient } from 'pg';
import {
  SUPPRESSED_ADDRESS_IMPORT_KIND,
  suppressedAddressImportOptions,
} from '../../domain/suppressed-address-imports.ts';
import type { SuppressedAddressImportOptions } from '../../domain/suppressed-address-imports.ts';
import type { FileOwner } from '../../domain/file-owner.ts';
import type { SourceFormat } from '../../csv/source-format.ts';
import type { ImportPolicy, LogLimits } from '../../platform/config.ts';
import { withSourceFormat } from '../imports/record.ts';
import type { ScannedRange } from '../imports/ledger.ts';
import { jobStates, SETS_START } from '../jobs/job-states.ts';
import { unfinishedJobs } from '../jobs/unfinished-jobs.ts';
import { countRangeLogs } from './log-room.ts';

/** An import, as far as its workflow is started with it. */
export interface StartableSuppressedImport extends FileOwner {
  readonly organizationId: number;
  readonly policy: Pick<ImportPolicy, 'firstDownloadWaitMs' | 'secondDownloadWaitMs' | 'downloadTimeoutMs'>;
}

/** One import as its activities see it. */
export interface SuppressedImportRecord extends StartableSuppressedImport {
  /** As they were sent, but for what the stored source says of its format. */
  readonly options: SuppressedAddressImportOptions;
  readonly policy: ImportPolicy;
  readonly maxDownloadBytes: number;
  /** Null before the scan. */
  readonly numberOfRecords: number | null;
  readonly sourceBytes: number | null;
  readonly hasEnded: boolean;
}

type Row = Omit<SuppressedImportRecord, 'options' | 'maxDownloadBytes'> & { options: unknown; format: SourceFormat };

const SELECT = `
  select id, job_key as "jobKey", organization_id as "organizationId", options, source_format as format, policy,
         progress_total as "numberOfRecords", source_bytes as "sourceBytes", finished_at is not null as "hasEnded"
    from suppressed_address_imports where options is not null`;

function recordOf({ options, format, ...row }: Row): SuppressedImportRecord {
  return {
    ...row,
    options: withSourceFormat(suppressedAddressImportOptions.parse(options), format),
    maxDownloadBytes: row.policy.maxDownloadBytes,
  };
}

/** Reads one import. @throws Error when there is no such row */
export async function readSuppressedImport(db: Pool | PoolClient, id: number): Promise<SuppressedImportRecord> {
  const { rows } = await db.query<Row>(`${SELECT} and id = $1`, [id]);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no import of suppressed addresses ${id}.`);
  return recordOf(row);
}

/** Reads the unfinished imports, as far as their workflows are started with them. */
export const findUnfinishedSuppressedImports = unfinishedJobs<StartableSuppressedImport>({
  table: 'suppressed_address_imports',
  columns: 'id, job_key as "jobKey", organization_id as "organizationId", policy',
  isUnfinished: 'options is not null and finished_at is null',
});

/** Result of a scan: ranges, the number of records, the format and the header line of the failed log (null: none). */
interface SuppressedScan {
  readonly ranges: readonly ScannedRange[];
  readonly records: number;
  readonly sourceFormat: SourceFormat;
  readonly header: string | null;
}

/** Begins the ledger of an import, unless another attempt has or the import has ended. */
export async function writeSuppressedScan(
  client: PoolClient,
  id: number,
  scan: SuppressedScan,
  limits: LogLimits,
): Promise<void> {
  const { rowCount } = await client.query(
    `update suppressed_address_imports
        set progress_total = $2, source_format = source_format || $3::jsonb, updated_at = now()
      where id = $1 and finished_at is null and progress_total is null`,
    [id, scan.records, JSON.stringify(scan.sourceFormat)],
  );
  if (rowCount === 0) return;
  const columns = (['start', 'end', 'firstRow', 'records'] as const).map((name) =>
    scan.ranges.map((range) => range[name]),
  );
  await client.query(
    `insert into suppressed_address_ranges
       (suppressed_address_import_id, range_number, byte_start, byte_end, first_row, records)
     select $1, n - 1, s, e, f, r
       from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::integer[]) with ordinality as t (s, e, f, r, n)`,
    [id, ...columns],
  );
  if (scan.header === null) return;
  await client.query(
    `insert into suppressed_address_logs
       (suppressed_address_import_id, kind, range_number, piece, entries, content, bytes)
     values ($1, 'failed', -1, 0, 0, $2, octet_length($2))`,
    [id, scan.header],
  );
  await countRangeLogs(client, { importId: id, number: -1 }, limits);
}

/** A range of the source that is not imported. */
export interface OpenRange extends ScannedRange {
  readonly number: number;
}

const RANGE = `range_number as number, byte_start as start, byte_end as "end", first_row as "firstRow", records`;

/** Reads the first ranges that are not imported, at most `limit`. */
export async function findOpenRanges(pool: Pool, id: number, limit: number): Promise<readonly OpenRange[]> {
  const { rows } = await pool.query<OpenRange>(
    `select ${RANGE} from suppressed_address_ranges
      where suppressed_address_import_id = $1 and imported_at is null order by range_number limit $2`,
    [id, limit],
  );
  return rows;
}

/** Locks a range until the transaction ends. @returns whether it is not imported */
export async function lockOpenRange(client: PoolClient, id: number, number: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from suppressed_address_ranges
      where suppressed_address_import_id = $1 and range_number = $2 and imported_at is null for update`,
    [id, number],
  );
  return rowCount === 1;
}

/** Rows of a range by their outcome. */
export interface RangeOutcome {
  readonly added: number;
  readonly skipped_duplicate: number;
  readonly failed: number;
  /** Rows within its failed records, which `failed` does not count. */
  readonly swallowed: number;
}

/** Marks a range as imported and counts its rows, in the transaction that imports them. @returns false when the import has ended */
export async function noteImportedRange(
  client: PoolClient,
  { id, number }: { readonly id: number; readonly number: number },
  { added, skipped_duplicate: duplicates, failed, swallowed }: RangeOutcome,
): Promise<boolean> {
  await client.query(
    `update suppressed_address_ranges set imported_at = now()
      where suppressed_address_import_id = $1 and range_number = $2`,
    [id, number],
  );
  const { rowCount } = await client.query(
    `update suppressed_address_imports
        set added = added + $2, skipped_duplicate = skipped_duplicate + $3, failed = failed + $4, swallowed = swallowed + $5,
            progress_value = progress_value + $2 + $3 + $4, updated_at = now()
      where id = $1 and finished_at is null`,
    [id, added, duplicates, failed, swallowed],
  );
  return rowCount === 1;
}

/** The states of imports. */
export const suppressedImportStates = jobStates({
  ...{ kind: SUPPRESSED_ADDRESS_IMPORT_KIND, jobType: 'SuppressedAddressImport', table: 'suppressed_address_imports' },
  ...{
    key: 'importId',
    waiting: ['idle'],
    isJob: 'options is not null',
    done: 'progress_value',
    total: 'progress_total',
  },
  counters: `jsonb_build_object('added', added, 'failed', failed, 'skipped_duplicate', skipped_duplicate)`,
  sets: ['updated_at = now()', SETS_START],
});
