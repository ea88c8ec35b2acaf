import type { Pool, PoolClient } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import { jobStates, SETS_START } from '../jobs/job-states.ts';
import type { ExportPlan } from './plan.ts';
import { exportOptions } from './options.ts';
import { EXPORT_KIND } from './subscriber-exports.ts';
import type { ExportOptions } from './options.ts';
import { LOCK_ID, LOCK_SPACES } from '../core/advisory-locks.ts';

/** One export as its activities see it. */
export interface ExportRecord {
  readonly id: number;
  readonly jobKey: string | null;
  readonly organizationId: number;
  readonly mailingListId: number;
  readonly options: ExportOptions;
  readonly hasEnded: boolean;
  /** 0 before the first snapshot. */
  readonly snapshot: number;
  /** Null before the first snapshot; `plan` likewise. */
  readonly snapshotBytes: number | null;
  readonly plan: ExportPlan | null;
  readonly rows: number | null;
}

/** Reads one export. @throws Error when there is no such row */
export async function readExport(db: Pool | PoolClient, exportId: number): Promise<ExportRecord> {
  const { rows } = await db.query<Omit<ExportRecord, 'options'> & { options: unknown }>(
    `select id, job_key as "jobKey", organization_id as "organizationId", mailing_list_id as "mailingListId", options,
            finished_at is not null as "hasEnded", snapshot, snapshot_bytes as "snapshotBytes", plan,
            progress_total as rows
       from subscriber_exports where id = $1 and options is not null`,
    [exportId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no subscriber export ${exportId}.`);
  return { ...row, options: exportOptions.parse(row.options) };
}

/** Only one attempt at a time takes the snapshot of an export; in the caller's transaction. */
export async function lockSnapshot(client: PoolClient, exportId: number): Promise<void> {
  await client.query(LOCK_ID, [LOCK_SPACES.exportSnapshot, exportId]);
}

/** A snapshot that has been taken, and into parts of how many bytes it is cut. */
export interface TakenSnapshot {
  readonly rows: number;
  readonly bytes: number;
  readonly plan: ExportPlan;
  readonly partBytes: number;
}

/** Postgres keeps tables in pages of so many bytes. */
const PAGE_BYTES = 8_192;

/**
 * Begins the ledger of a snapshot, in the transaction that has taken it; the ledger of an earlier one is deleted.
 * @returns false when the export has ended
 */
export async function noteSnapshot(
  client: PoolClient,
  exportId: number,
  { rows, bytes, plan, partBytes }: TakenSnapshot,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update subscriber_exports
        set snapshot = snapshot + 1, snapshot_bytes = $2, plan = $3, progress_value = 0, progress_total = $4,
            updated_at = now()
      where id = $1 and finished_at is null`,
    [exportId, bytes, JSON.stringify(plan), rows],
  );
  if (rowCount === 0) return false;
  await client.query(`delete from export_parts where subscriber_export_id = $1`, [exportId]);
  const pages = Math.ceil(bytes / PAGE_BYTES);
  const pagesOfPart = Math.max(1, Math.floor(partBytes / PAGE_BYTES));
  // One part at least: a file without rows has its header.
  await client.query(
    `insert into export_parts (subscriber_export_id, part_number, first_page, end_page)
     select $1, number, number * $3::bigint, least((number + 1) * $3::bigint, $2)
       from generate_series(0, greatest(0, ceil($2::numeric / $3) - 1)::integer) number`,
    [exportId, pages, pagesOfPart],
  );
  return true;
}

/** A part of the file that has not been written. */
export interface MissingPart {
  readonly number: number;
  readonly firstPage: number;
  readonly endPage: number;
}

/** The first parts that are missing, at most `limit`. */
export async function findMissingParts(pool: Pool, exportId: number, limit: number): Promise<readonly MissingPart[]> {
  const { rows } = await pool.query<MissingPart>(
    `select part_number as number, first_page as "firstPage", end_page as "endPage"
       from export_parts
      where subscriber_export_id = $1 and written_at is null
      order by part_number
      limit $2`,
    [exportId, limit],
  );
  return rows;
}

/** A part that has been written. */
export interface WrittenPart {
  readonly exportId: number;
  readonly snapshot: number;
  readonly number: number;
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Marks a part as written, once; in the transaction that has read its rows.
 * @returns false when the export has ended or has another snapshot
 */
export async function notePart(client: PoolClient, part: WrittenPart): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from subscriber_exports where id = $1 and snapshot = $2 and finished_at is null for no key update`,
    [part.exportId, part.snapshot],
  );
  if (rowCount === 0) return false;
  await client.query(
    `with written as (
       update export_parts set written_at = now(), rows = $3, bytes = $4
        where subscriber_export_id = $1 and part_number = $2 and written_at is null
       returning rows
     )
     update subscriber_exports set progress_value = progress_value + written.rows, updated_at = now()
       from written where id = $1`,
    [part.exportId, part.number, part.rows, part.bytes],
  );
  return true;
}

/** Sums the bytes of the file store that finished and unfinished exports of an organization, except one, take or will take. */
export async function readExportUsage(db: Pool | PoolClient, organizationId: number, except: number): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `select coalesce(sum(coalesce(file_bytes, snapshot_bytes, 0)), 0)::bigint as bytes
       from subscriber_exports
      where organization_id = $1 and id <> $2 and options is not null and purged_at is null
        and state not in ('failed', 'cancelled')`,
    [organizationId, except],
  );
  return rows[0]?.bytes ?? 0;
}

/** The outcome of an export, also while it has none yet. */
export interface ExportOutcome extends FileOwner {
  readonly state: string;
  readonly snapshot: number;
  readonly hasEnded: boolean;
}

/** Reads the outcome of an export; null when there is no such row. */
export async function readExportOutcome(pool: Pool, exportId: number): Promise<ExportOutcome | null> {
  const { rows } = await pool.query<ExportOutcome>(
    `select id, job_key as "jobKey", state, snapshot, finished_at is not null as "hasEnded" from subscriber_exports where id = $1`,
    [exportId],
  );
  return rows[0] ?? null;
}

/** The states of exports; a finished one has the size of its file. */
export const exportStates = jobStates({
  ...{
    kind: EXPORT_KIND,
    jobType: 'SubscriberExport',
    table: 'subscriber_exports',
    key: 'exportId',
    waiting: ['idle'],
  },
  ...{ isJob: 'options is not null', list: 'job.mailing_list_id', done: 'progress_value', total: 'progress_total' },
  sets: [
    'updated_at = now()',
    SETS_START,
    `file_bytes = case when $2 = 'finished' then (
       select coalesce(sum(bytes), 0) from export_parts where subscriber_export_id = job.id) end`,
  ],
});
