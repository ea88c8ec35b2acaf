import type { Pool, PoolClient } from 'pg';
import { keysTable, presentTable, stagingTable } from './staging.ts';

/** The active subscribers of a list, and those of them that are not in the import. */
export interface Absence {
  readonly active: number;
  readonly absent: number;
}

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

/** Whether any record of the import has a key. */
export async function hasKeys(client: PoolClient, importId: number): Promise<boolean> {
  const { rows } = await client.query<{ has_keys: boolean }>(
    `select exists (select 1 from ${stagingTable(importId)})
         or exists (select 1 from ${presentTable(importId)} where key <> '') as has_keys`,
  );
  return rows[0]?.has_keys === true;
}

/** Counts the active subscribers of the list and those of them that are not in the import; gatherKeys comes first. */
export async function countAbsent(client: PoolClient, importId: number, mailingListId: number): Promise<Absence> {
  const { rows } = await client.query<Absence>(
    `select count(*) as active, count(*) filter (where k.key is null) as absent
       from subscribers s left join ${keysTable(importId)} k on k.key = s.key
      where s.mailing_list_id = $1 and s.status = 'active'`,
    [mailingListId],
  );
  return { active: Number(rows[0]?.active ?? 0), absent: Number(rows[0]?.absent ?? 0) };
}

/** Adds to the number of subscribers that an import has deactivated, or would. */
export async function addDeactivated(db: Pool | PoolClient, importId: number, deactivated: number): Promise<void> {
  await db.query(`update subscriber_imports set deactivated = coalesce(deactivated, 0) + $2 where id = $1`, [
    importId,
    deactivated,
  ]);
}

/** Writes how many subscribers a dry run would deactivate. */
export async function writeDeactivated(db: Pool | PoolClient, importId: number, deactivated: number): Promise<void> {
  await db.query(`update subscriber_imports set deactivated = $2 where id = $1 and finished_at is null`, [
    importId,
    deactivated,
  ]);
}

/**
 * Deactivates the active ones among the next `limit` subscribers after a key that are not in the import; a dry run only
 * counts them. @returns the last key looked at (null at the end of the list) and how many were deactivated
 */
export async function deactivateAbsent(
  client: PoolClient,
  batch: { importId: number; mailingListId: number; afterKey: string; limit: number; isDryRun: boolean },
): Promise<{ lastKey: string | null; deactivated: number }> {
  const { rows } = await client.query<{ last_key: string | null; deactivated: number }>(
    `with batch as materialized (
       select id, key, status from subscribers where mailing_list_id = $1 and key > $2 order by key limit $3
     ), absent as materialized (
       select s.id from batch b join subscribers s on s.mailing_list_id = $1 and s.id = b.id
        where s.status = 'active' and not exists (select 1 from ${keysTable(batch.importId)} k where k.key = b.key)
        ${batch.isDryRun ? '' : 'order by b.key for no key update of s'}
     ), deactivated as (
       ${batch.isDryRun ? 'select id from absent' : DEACTIVATE}
     )
     select (select max(key) from batch) as last_key, (select count(*) from deactivated)::integer as deactivated`,
    [batch.mailingListId, batch.afterKey, batch.limit],
  );
  return { lastKey: rows[0]?.last_key ?? null, deactivated: rows[0]?.deactivated ?? 0 };
}

const DEACTIVATE = `
       update subscribers s set status = 'deactivated', remove_time = now(), remove_ip = null
         from absent a where s.mailing_list_id = $1 and s.id = a.id and s.status = 'active'
       returning s.id`;
