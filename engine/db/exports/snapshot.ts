import type { Pool, PoolClient } from 'pg';
import { findPartitionOf } from '../subscribers/partition-of-list.ts';
import type { CustomField } from '../fields/custom-fields.ts';
import { segmentCondition } from '../segments/sql.ts';
import type { SegmentContext } from '../segments/context.ts';
import type { ExportPlan } from './plan.ts';
import type { ExportOptions } from './options.ts';
import { EXPORT_COLUMNS } from './options.ts';

/** Name of the table that holds the snapshot of an export. Names hold numbers only. */
export function snapshotTable(exportId: number): string {
  return `staging.export_${exportId}`;
}

/** The export whose snapshot is taken. */
interface SnapshotRequest {
  readonly id: number;
  readonly organizationId: number;
  readonly mailingListId: number;
  readonly options: ExportOptions;
}

/**
 * Copies the subscribers of an export into an UNLOGGED table, with one statement and so as they are at one moment, in the
 * order of their keys; an earlier table of that name is dropped. The table is filled page by page and never written
 * again, so that a range of its pages is a range of rows.
 * @returns how many rows it has
 */
export async function createSnapshot(client: PoolClient, request: SnapshotRequest, plan: ExportPlan): Promise<number> {
  const table = snapshotTable(request.id);
  const { condition, values } = await conditionOf(client, request);
  const columns = [
    ...EXPORT_COLUMNS.filter((name) => plan.columns.some(({ builtIn }) => builtIn === name)),
    ...(plan.columns.some(({ field }) => field !== null) ? ['custom_fields'] : []),
  ];
  await client.query(`drop table if exists ${table}`);
  await client.query(`set local work_mem = '64MB'; set local jit = off`);
  await readInOrder(client, request.mailingListId);
  const { rowCount } = await client.query({
    text: `create unlogged table ${table} with (autovacuum_enabled = off) as
           select ${columns.join(', ')} from subscribers
            where mailing_list_id = $1 and ${condition}
            order by key`,
    values: [request.mailingListId, ...values],
  });
  return rowCount ?? 0;
}

/** About what the memory of a machine holds of a table next to all else. */
const CACHED_BYTES = 2 * 1024 ** 3;

/**
 * Has a statement read the rows of a list in the order of their keys, by the index of keys, while the table is so small
 * that its pages are in memory: that takes half the time of sorting them. A larger table is read page by page and sorted.
 */
async function readInOrder(client: PoolClient, mailingListId: number): Promise<void> {
  await client.query(
    `select set_config('enable_sort', 'off', true) where pg_relation_size(to_regclass($1)) <= ${CACHED_BYTES}`,
    [await findPartitionOf(client, mailingListId)],
  );
}

/** Size of a snapshot's table without what is stored outside of its rows; null when there is no such table. */
export async function snapshotBytes(db: Pool | PoolClient, exportId: number): Promise<number | null> {
  const { rows } = await db.query<{ bytes: number | null }>(`select pg_relation_size(to_regclass($1)) as bytes`, [
    snapshotTable(exportId),
  ]);
  return rows[0]?.bytes ?? null;
}

/** The same with all that is stored of it. */
export async function snapshotBytesOnDisk(db: Pool | PoolClient, exportId: number): Promise<number> {
  const { rows } = await db.query<{ bytes: number | null }>(`select pg_table_size(to_regclass($1)) as bytes`, [
    snapshotTable(exportId),
  ]);
  return rows[0]?.bytes ?? 0;
}

/** Drops the snapshot of an export; an absent one is fine. */
export async function dropSnapshot(db: Pool | PoolClient, exportId: number): Promise<void> {
  await db.query(`drop table if exists ${snapshotTable(exportId)}`);
}

interface Condition {
  readonly condition: string;
  readonly values: readonly unknown[];
}

/** The first parameter of the statement is the mailing list. */
const OTHER_PARAMETERS = 1;

async function conditionOf(client: PoolClient, request: SnapshotRequest): Promise<Condition> {
  const { statuses, segment } = request.options;
  if (segment === null) {
    return statuses === null
      ? { condition: 'true', values: [] }
      : { condition: `status = any ($${OTHER_PARAMETERS + 1}::subscriber_status[])`, values: [statuses] };
  }
  const referred = new Map(segment.referred.map(({ id, clause }) => [id, clause]));
  const { sql, values } = segmentCondition(segment.clause, await readContext(client, request.organizationId), referred);
  // Fragments number their parameters from 1, in a notation that slonik resolves when it runs a statement.
  const condition = sql.replaceAll(/\$slonik_(\d+)/g, (_, number: string) => `$${Number(number) + OTHER_PARAMETERS}`);
  return { condition, values };
}

async function readContext(client: PoolClient, organizationId: number): Promise<SegmentContext> {
  const organizations = await client.query<{ timeZone: string }>(
    `select time_zone as "timeZone" from organizations where id = $1`,
    [organizationId],
  );
  const lists = await client.query<{ id: number; name: string; isRemote: boolean }>(
    `select id, name, is_remote_list as "isRemote" from mailing_lists
      where organization_id = $1 and deleted_at is null`,
    [organizationId],
  );
  const fields = await client.query<CustomField>(
    `select id, organization_id as "organizationId", mailing_list_id as "mailingListId", name,
            field_type as "fieldType", required, instructions, attributes, options
       from custom_fields where organization_id = $1 and deleted_at is null`,
    [organizationId],
  );
  return {
    timeZone: organizations.rows[0]?.timeZone ?? 'UTC',
    lists: new Map(lists.rows.map((list) => [list.id, list])),
    fields: new Map(fields.rows.map((field) => [field.id, field])),
    segments: new Map(),
  };
}
