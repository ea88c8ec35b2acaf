import type { PoolClient } from 'pg';
import { stagingTable } from './staging.ts';

/** How many more subscribers an organization may have; locks the organization until the transaction ends. */
export async function lockRoom(client: PoolClient, organizationId: number): Promise<number> {
  const limits = await client.query<{ subscriber_limit: number }>(
    `select coalesce(subscriber_limit, 9007199254740991) as subscriber_limit from organizations where id = $1 for no key update`,
    [organizationId],
  );
  const { rows } = await client.query<{ n: number }>(
    `select coalesce(sum(c.active + c.bounced + c.unsubscribed + c.scomp + c.deactivated), 0)::bigint as n
       from mailing_lists l join subscriber_counts c on c.mailing_list_id = l.id
      where l.organization_id = $1 and l.deleted_at is null`,
    [organizationId],
  );
  return Math.max(0, (limits.rows[0]?.subscriber_limit ?? 0) - (rows[0]?.n ?? 0));
}

/** The row number of the last new row for which there is room, in file order; null when all of them fit. */
export async function findCutoff(
  client: PoolClient,
  staged: { importId: number; mailingListId: number; room: number },
): Promise<number | null> {
  const { rows } = await client.query<{ row_number: number }>(
    `select row_number
       from (select distinct on (key) key, row_number from ${stagingTable(staged.importId)} order by key, row_number) f
      where not exists (select 1 from subscribers s where s.mailing_list_id = $1 and s.key = f.key)
      order by row_number offset $2 limit 1`,
    [staged.mailingListId, staged.room],
  );
  const [firstBeyond] = rows;
  return firstBeyond === undefined ? null : firstBeyond.row_number - 1;
}

/** Notes up to which row number new subscribers are admitted. */
export async function writeCutoff(client: PoolClient, importId: number, cutoff: number): Promise<void> {
  await client.query(`update subscriber_imports set admission_cutoff = $2 where id = $1`, [importId, cutoff]);
}
