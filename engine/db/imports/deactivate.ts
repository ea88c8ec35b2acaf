import type { Pool, PoolClient } from 'pg';
import { lockPartitionOf } from '../subscribers/partition-of-list.ts';
import { writeDeactivationImage } from './before-images.ts';
import { indexConditions } from './staged-keys.ts';
import { presentTable, stagingTable } from './staging.ts';

/** Whether any record of the import has a key. */
export async function hasKeys(client: PoolClient, importId: number): Promise<boolean> {
  const { rows } = await client.query<{ has_keys: boolean }>(
    `select exists (select 1 from ${stagingTable(importId)})
         or exists (select 1 from ${presentTable(importId)} where key <> '' and key not like ' %') as has_keys`,
  );
  return rows[0]?.has_keys === true;
}

/** Counts the sheets with cells that the import leaves out though its call names none to read. */
export async function countOtherSheets(db: Pool | PoolClient, importId: number): Promise<number> {
  const { rows } = await db.query<{ sheets: number }>(
    `select coalesce(max((notice ->> 'count')::integer), 0) as sheets
       from subscriber_imports, jsonb_array_elements(notices) notice where id = $1 and notice ->> 'code' = 'other_sheets'`,
    [importId],
  );
  return rows[0]?.sheets ?? 0;
}

/** Subscribers of a list that come after each other in the order of their keys. */
export interface SubscriberSlice {
  readonly subscribers: number;
  /** The last key; null when there are no subscribers. */
  readonly lastKey: string | null;
  /** Keys of those that are active. */
  readonly activeKeys: readonly string[];
}

/**
 * Reads the next `limit` subscribers of a list after a key, in the order of the keys; from here on the transaction reads rows by an
 * index only, and sorts none.
 */
export async function readSlice(
  client: PoolClient,
  { mailingListId, afterKey, limit }: { mailingListId: number; afterKey: string; limit: number },
): Promise<SubscriberSlice> {
  // No table of an import is ever analyzed, and the subscribers of a new or restored database are not yet. So each statement leaves the
  // planner one plan that is not switched off: what is ordered by the key is read by the index of the keys.
  await client.query(
    `set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off;
     set local enable_bitmapscan = off; set local enable_memoize = off; set local enable_sort = off; set local jit = off`,
  );
  const { rows } = await client.query<SubscriberSlice>(
    `select count(*)::integer as subscribers, max(key) as "lastKey",
            coalesce(json_agg(key) filter (where status = 'active'), '[]') as "activeKeys"
       from (select key, status from subscribers where mailing_list_id = $1 and key > $2 order by key limit $3) b`,
    [mailingListId, afterKey, limit],
  );
  return rows[0] ?? { subscribers: 0, lastKey: null, activeKeys: [] };
}

/** Returns those of the keys that no record of the import has; each of them belongs to the chunk, whose staged keys have so many indexes. */
export async function findAbsentKeys(
  client: PoolClient,
  { importId, chunk, indexes, keys }: { importId: number; chunk: number; indexes: number; keys: readonly string[] },
): Promise<readonly string[]> {
  // Without the fence (offset 0) Postgres joins the tables, and may read a whole chunk for each key.
  const isUnstaged = indexConditions(indexes).map(
    (isIndexed) =>
      `not exists (select 1 from ${stagingTable(importId, chunk)} s where s.key = k.key and ${isIndexed} offset 0)`,
  );
  const { rows } = await client.query<{ keys: readonly string[] }>(
    `select coalesce(json_agg(key), '[]') as keys from unnest($1::text[]) k (key)
      where ${isUnstaged.join(' and ')}
        and not exists (select 1 from ${presentTable(importId)} p where p.key = k.key offset 0)`,
    [keys],
  );
  return rows[0]?.keys ?? [];
}

/**
 * Deactivates the active ones among the subscribers with these keys, which are in their order, after readSlice. They are locked in that
 * order, and then written where they are: a statement that did both could miss those that another one has just written.
 * @returns how many they were
 */
export async function deactivate(
  client: PoolClient,
  { mailingListId, importId, keepsImages }: { mailingListId: number; importId: number; keepsImages: boolean },
  keys: readonly string[],
): Promise<number> {
  const partition = await lockPartitionOf(client, mailingListId);
  // An equation would let the planner take the primary key, and read the list for each key, where it takes the list for empty.
  const { rows } = await client.query<{ places: readonly string[] }>(
    `select coalesce(json_agg(s.place), '[]') as places
       from unnest($2::text[]) k (key), lateral (
         select ctid as place from ${partition}
          where mailing_list_id = $1 and key >= k.key and key <= k.key and status = 'active'
          order by key for no key update
       ) s`,
    [mailingListId, keys],
  );
  const places = rows[0]?.places ?? [];
  if (keepsImages) await writeDeactivationImage(client, { importId, mailingListId, partition, places });
  const { rowCount } = await client.query(
    `update ${partition} set status = 'deactivated', remove_time = now(), remove_ip = null where ctid = any ($1::tid[])`,
    [places],
  );
  return rowCount ?? 0;
}

/** Adds to the number of subscribers that an import has deactivated, or would. */
export async function addDeactivated(db: Pool | PoolClient, importId: number, deactivated: number): Promise<void> {
  await db.query(`update subscriber_imports set deactivated = coalesce(deactivated, 0) + $2 where id = $1`, [
    importId,
    deactivated,
  ]);
}

/** Writes how many failed records of an import have no key that could be read. */
export async function writeUnread(client: PoolClient, importId: number, unread: number): Promise<void> {
  await client.query(`update subscriber_imports set unread = $2 where id = $1`, [importId, unread]);
}

/** Writes how many subscribers a dry run would deactivate. */
export async function writeDeactivated(db: Pool | PoolClient, importId: number, deactivated: number): Promise<void> {
  await db.query(`update subscriber_imports set deactivated = $2 where id = $1 and finished_at is null`, [
    importId,
    deactivated,
  ]);
}

/** Notes that an import has deactivated all that it is to deactivate. */
export async function noteSettled(db: Pool | PoolClient, importId: number): Promise<void> {
  await db.query(`update subscriber_imports set settled_at = now() where id = $1 and finished_at is null`, [importId]);
}
