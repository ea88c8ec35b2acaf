import type { Pool } from 'pg';
import type { Connections } from '../core/connections.ts';

/** Counts the subscribers that a log has, and those that it leaves out; none of either before there are any, and after the purge. */
export async function countUndoLogEntries(
  pool: Connections,
  undoId: number,
  kind: string,
): Promise<{ readonly entries: number; readonly leftOut: number }> {
  const { rows } = await pool.query<{ entries: number; leftOut: number }>(
    `select coalesce(sum(entries), 0)::bigint as entries, coalesce(sum(left_out), 0)::bigint as "leftOut"
       from import_undo_logs where import_undo_id = $1 and kind = $2`,
    [undoId, kind],
  );
  return rows[0] ?? { entries: 0, leftOut: 0 };
}

/** Reads a log block by block, in the order of the import; no connection is held in between. */
export async function* readUndoLog(pool: Connections, undoId: number, kind: string): AsyncGenerator<string> {
  for (let after = -1; ;) {
    const { rows } = await pool.query<{ number: number; content: string }>(
      `select number, content from import_undo_logs
        where import_undo_id = $1 and kind = $2 and number > $3 order by number limit 1`,
      [undoId, kind, after],
    );
    const [block] = rows;
    if (block === undefined) return;
    yield block.content;
    after = block.number;
  }
}

/** Finds which undos ended longer ago than their logs are kept and were not purged yet, by id; with a list, all ended ones of it. */
export async function findUnpurgedUndos(pool: Pool, mailingListId: number | null = null): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>(
    mailingListId === null
      ? `select id from import_undos
          where purged_at is null and finished_at + make_interval(secs => log_retention_ms / 1000.0) <= now() order by id`
      : `select id from import_undos where mailing_list_id = $1 and purged_at is null and finished_at is not null order by id`,
    mailingListId === null ? [] : [mailingListId],
  );
  return rows.map(({ id }) => id);
}

/** Deletes the logs of an undo that has ended, which count no more; notes that it is purged. */
export async function purgeUndo(pool: Pool, undoId: number): Promise<void> {
  await pool.query(`delete from import_undo_logs where import_undo_id = $1`, [undoId]);
  await pool.query(
    `with job as (
       select id, organization_id, log_bytes from import_undos where id = $1 and finished_at is not null for update
     ), given_back as (
       update organization_logs o set bytes = o.bytes - log_bytes from job
        where o.organization_id = job.organization_id and log_bytes > 0
     )
     update import_undos u set purged_at = now(), log_bytes = 0 from job where u.id = job.id`,
    [undoId],
  );
}
