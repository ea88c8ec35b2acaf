import type { Pool } from 'pg';

/** The ids of the exports whose retention is over and that were not purged yet, in ascending order. */
export async function findExpiredExports(pool: Pool): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from subscriber_exports
      where options is not null and purged_at is null
        and finished_at + make_interval(secs => file_retention_ms / 1000.0) <= now()
      order by id`,
  );
  return rows.map(({ id }) => id);
}

/** The ids of the exports of a list that have ended and were not purged yet, in ascending order. */
export async function findUnpurgedExportsOfList(pool: Pool, mailingListId: number): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from subscriber_exports
      where mailing_list_id = $1 and options is not null and finished_at is not null and purged_at is null
      order by id`,
    [mailingListId],
  );
  return rows.map(({ id }) => id);
}

/** Those of the ids that belong to a purged export. */
export async function findPurgedExports(pool: Pool, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from subscriber_exports where id = any ($1::bigint[]) and purged_at is not null`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Deletes the ledger of an export and, if it has ended, notes that it is purged. */
export async function purgeLedger(pool: Pool, exportId: number): Promise<void> {
  await pool.query(`delete from export_parts where subscriber_export_id = $1`, [exportId]);
  await pool.query(`update subscriber_exports set purged_at = now() where id = $1 and finished_at is not null`, [
    exportId,
  ]);
}
