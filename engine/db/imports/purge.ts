import type { Pool, PoolClient } from 'pg';
import { wasCancelledWithList } from '../jobs/deleted-list-jobs.ts';
import { RETENTION_IS_OVER } from './subscriber-imports.ts';

/** The ids of the imports that ended longer ago than their policy keeps logs and that were not purged yet, in ascending order. */
export async function findExpiredImports(pool: Pool): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from subscriber_imports where purged_at is null and ${RETENTION_IS_OVER.sql} order by id`,
  );
  return rows.map(({ id }) => id);
}

/** An import of a deleted list that was not purged yet. */
export interface UnpurgedImport {
  readonly id: number;
  /** The deletion of the list has cancelled it, and the retention of its logs is not over. */
  readonly keepsLogs: boolean;
}

/** The imports of a deleted list that were not purged yet, by id. */
export async function findUnpurgedImportsOfList(pool: Pool, mailingListId: number): Promise<readonly UnpurgedImport[]> {
  const { rows } = await pool.query<UnpurgedImport>(
    `select i.id, coalesce(${wasCancelledWithList('i').sql} and not ${RETENTION_IS_OVER.sql}, false) as "keepsLogs"
       from subscriber_imports i join mailing_lists l on l.id = i.mailing_list_id
      where i.mailing_list_id = $1 and i.purged_at is null
      order by i.id`,
    [mailingListId],
  );
  return rows;
}

/** Those of the ids that belong to no import, and are lower than that of an import created more than that many hours ago. */
export async function findIdsWithoutImport(
  pool: Pool,
  ids: readonly number[],
  graceHours: number,
): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from unnest($1::bigint[]) as stored (id)
      where id < (select max(id) from subscriber_imports where created_at < now() - make_interval(hours => $2))
        and not exists (select 1 from subscriber_imports i where i.id = stored.id)`,
    [ids, graceHours],
  );
  return rows.map(({ id }) => id);
}

/** Whether an import has ended. If so, its row is locked until the transaction ends. */
export async function lockEndedImport(client: PoolClient, importId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from subscriber_imports where id = $1 and finished_at is not null for update`,
    [importId],
  );
  return rowCount !== 0;
}

/** Deletes the logs of an import and notes that it is purged. */
export async function purgeLogs(client: PoolClient, importId: number): Promise<void> {
  await client.query(`delete from import_logs where subscriber_import_id = $1`, [importId]);
  await client.query(`update subscriber_imports set purged_at = now() where id = $1`, [importId]);
}
