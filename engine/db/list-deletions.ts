import type { Pool, PoolClient } from 'pg';

/** Of how many subscribers a list had, how many are deleted. */
export interface DeletionProgress {
  readonly deleted: number;
  readonly total: number;
}

/** Notes, once, how many subscribers there are to delete. */
export async function countSubscribersToDelete(pool: Pool, mailingListId: number): Promise<void> {
  await pool.query(
    `update list_deletions
        set subscribers_total = (select coalesce(sum(active + bounced + unsubscribed + scomp + deactivated), 0)
                                   from subscriber_counts where mailing_list_id = $1)
      where mailing_list_id = $1 and subscribers_total is null`,
    [mailingListId],
  );
}

/** How far a deletion is. @throws Error when there is none of that list */
export async function readProgress(pool: Pool, mailingListId: number): Promise<DeletionProgress> {
  const { rows } = await pool.query<DeletionProgress>(
    `select subscribers_deleted as deleted, coalesce(subscribers_total, 0) as total
       from list_deletions where mailing_list_id = $1`,
    [mailingListId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Mailing list ${mailingListId} is not being deleted.`);
  return row;
}

/**
 * Deletes the next subscribers of a list by id, with what is queued for them and known of them, and moves the ledger on; all in the
 * caller's transaction. @returns whether there was anything left to delete
 */
export async function deleteSubscriberBatch(
  client: PoolClient,
  mailingListId: number,
  limit: number,
): Promise<boolean> {
  // The list's statistics say nothing (see the migration of subscribers), but the key of the table always leads here.
  await client.query(`set local enable_seqscan = off; set local enable_bitmapscan = off; set local jit = off`);
  const after = await lockCursor(client, mailingListId);
  const { rows } = await client.query<{ last: number | null }>(
    `select max(id) as last
       from (select id from subscribers where mailing_list_id = $1 and id > $2 order by id limit $3) batch`,
    [mailingListId, after, limit],
  );
  const last = rows[0]?.last ?? null;
  if (last === null) return beginAgain(client, mailingListId);

  const batch = [mailingListId, after, last];
  for (const table of ['autoresponder_reactions', 'unsubscribe_events']) {
    await client.query(
      `delete from ${table} where mailing_list_id = $1 and subscriber_id > $2 and subscriber_id <= $3`,
      batch,
    );
  }
  const deleted = await client.query(
    `delete from subscribers where mailing_list_id = $1 and id > $2 and id <= $3`,
    batch,
  );
  await client.query(
    `update list_deletions set deleted_through = $2, subscribers_deleted = subscribers_deleted + $3
      where mailing_list_id = $1`,
    [mailingListId, last, deleted.rowCount],
  );
  return true;
}

/** Two workers may be at the same batch when one of them was given up for lost; the second then goes on after it. */
async function lockCursor(client: PoolClient, mailingListId: number): Promise<number> {
  const { rows } = await client.query<{ deleted_through: number }>(
    `select deleted_through from list_deletions where mailing_list_id = $1 for update`,
    [mailingListId],
  );
  return rows[0]?.deleted_through ?? 0;
}

/** The end is reached only when not a single subscriber is left, wherever it came from. */
async function beginAgain(client: PoolClient, mailingListId: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `update list_deletions set deleted_through = left_over.first - 1
       from (select min(id) as first from subscribers where mailing_list_id = $1) left_over
      where mailing_list_id = $1 and left_over.first is not null`,
    [mailingListId],
  );
  return rowCount === 1;
}

/** Deletes what is stored of a list beside its subscribers. */
export async function deleteListRemains(client: PoolClient, mailingListId: number): Promise<void> {
  for (const table of REMAINS) {
    await client.query(`delete from ${table} where mailing_list_id = $1`, [mailingListId]);
  }
}

const REMAINS = [
  'autoresponder_reactions',
  'unsubscribe_events',
  'pending_subscribers',
  'subscriber_counts',
  'list_deletion_codes',
] as const;
