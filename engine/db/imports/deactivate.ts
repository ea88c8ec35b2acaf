import type { Pool, PoolClient } from 'pg';
import { presentTable, stagingTable } from './staging.ts';

const keysTable = (importId: number) => `${stagingTable(importId)}_keys`;

/** Gathers every key of the import once, so that each batch is an index probe per subscriber. */
export async function gatherKeys(client: PoolClient, importId: number): Promise<void> {
  await client.query(
    `create unlogged table if not exists ${keysTable(importId)} as
       select distinct key from (select key from ${stagingTable(importId)} union all select key from ${presentTable(importId)}) k`,
  );
  await client.query(`create unique index if not exists import_${importId}_keys_key on ${keysTable(importId)} (key)`);
}

/** Drops what gatherKeys made. */
export async function dropKeys(db: Pool | PoolClient, importId: number): Promise<void> {
  await db.query(`drop table if exists ${keysTable(importId)}`);
}

/**
 * Deactivates the active ones among the next `limit` subscribers after a key that are not in the import.
 * @returns the last key looked at (null at the end of the list) and how many were deactivated
 */
export async function deactivateAbsent(
  client: PoolClient,
  batch: { importId: number; mailingListId: number; afterKey: string; limit: number },
): Promise<{ lastKey: string | null; deactivated: number }> {
  const { rows } = await client.query<{ last_key: string | null; deactivated: number }>(
    `with batch as materialized (
       select id, key, status from subscribers where mailing_list_id = $1 and key > $2 order by key limit $3
     ), locked as materialized (
       select s.id from batch b join subscribers s on s.mailing_list_id = $1 and s.id = b.id
        where s.status = 'active' and not exists (select 1 from ${keysTable(batch.importId)} k where k.key = b.key)
        order by b.key for no key update of s
     ), deactivated as (
       update subscribers s set status = 'deactivated', remove_time = now(), remove_ip = null
         from locked l where s.mailing_list_id = $1 and s.id = l.id and s.status = 'active'
       returning s.id
     )
     select (select max(key) from batch) as last_key, (select count(*) from deactivated)::integer as deactivated`,
    [batch.mailingListId, batch.afterKey, batch.limit],
  );
  return { lastKey: rows[0]?.last_key ?? null, deactivated: rows[0]?.deactivated ?? 0 };
}
