import type { Pool, PoolClient } from 'pg';
import { partConditions, presentTable, stagingTable } from './staging.ts';

/** Whether any record of the import has a key. */
export async function hasKeys(client: PoolClient, importId: number): Promise<boolean> {
  const { rows } = await client.query<{ has_keys: boolean }>(
    `select exists (select 1 from ${stagingTable(importId)})
         or exists (select 1 from ${presentTable(importId)} where key <> '' and key not like ' %') as has_keys`,
  );
  return rows[0]?.has_keys === true;
}

/** Subscribers of a list that come after each other in the order of their keys. */
export interface SubscriberBatch {
  readonly subscribers: number;
  /** The last key; null when there are no subscribers. */
  readonly lastKey: string | null;
  /** Keys of those that are active. */
  readonly activeKeys: readonly string[];
}

/** Reads the next `limit` subscribers of a list after a key; from here on the transaction finds rows by an index only. */
export async function readBatch(
  client: PoolClient,
  { mailingListId, afterKey, limit }: { mailingListId: number; afterKey: string; limit: number },
): Promise<SubscriberBatch> {
  // No table of an import is ever analyzed, and a list that has grown since it was is read to its end by another plan.
  await client.query(
    `set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off;
     set local enable_bitmapscan = off; set local enable_memoize = off; set local jit = off`,
  );
  const { rows } = await client.query<SubscriberBatch>(
    `select count(*)::integer as subscribers, max(key) as "lastKey",
            coalesce(json_agg(key) filter (where status = 'active'), '[]') as "activeKeys"
       from (select key, status from subscribers where mailing_list_id = $1 and key > $2 order by key limit $3) b`,
    [mailingListId, afterKey, limit],
  );
  return rows[0] ?? { subscribers: 0, lastKey: null, activeKeys: [] };
}

/** Returns those of the keys that no record of the import has; each of them belongs to the chunk, whose staged keys are indexed in so many parts. */
export async function findAbsentKeys(
  client: PoolClient,
  { importId, chunk, parts, keys }: { importId: number; chunk: number; parts: number; keys: readonly string[] },
): Promise<readonly string[]> {
  const isUnstaged = partConditions(parts).map(
    (isOfPart) => `not exists (select 1 from ${stagingTable(importId, chunk)} s where s.key = k.key and ${isOfPart})`,
  );
  const { rows } = await client.query<{ keys: readonly string[] }>(
    `select coalesce(json_agg(key), '[]') as keys from unnest($1::text[]) k (key)
      where ${isUnstaged.join(' and ')}
        and not exists (select 1 from ${presentTable(importId)} p where p.key = k.key)`,
    [keys],
  );
  return rows[0]?.keys ?? [];
}

/** Deactivates the active ones among the subscribers with these keys. @returns how many they were */
export async function deactivate(client: PoolClient, mailingListId: number, keys: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ deactivated: number }>(
    `with absent as materialized (
       select s.id from unnest($2::text[]) k (key) join subscribers s on s.mailing_list_id = $1 and s.key = k.key
        where s.status = 'active' order by s.key for no key update of s
     ), deactivated as (
       update subscribers s set status = 'deactivated', remove_time = now(), remove_ip = null
         from absent a where s.mailing_list_id = $1 and s.id = a.id and s.status = 'active'
       returning s.id
     )
     select count(*)::integer as deactivated from deactivated`,
    [mailingListId, keys],
  );
  return rows[0]?.deactivated ?? 0;
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
