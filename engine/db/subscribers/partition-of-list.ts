import type { PoolClient } from 'pg';
import type { Queryable } from '../core/connections.ts';
import { prepared } from '../core/prepared.ts';

/** Locks `subscribers` as lockPartitionOf does: a statement of its own, before findPartitionOf. */
export const LOCK_PARTITIONS = 'lock table only subscribers in row exclusive mode';

/**
 * Locks `subscribers` against its exchange for a partitioned table until the transaction ends, and reads which table holds the
 * rows of a list: `subscribers`, or a partition of it. Statements that find rows by ctid name that table, since every partition
 * has the same ctids. @throws Error when `subscribers` is partitioned, but not by hash
 */
export async function lockPartitionOf(client: PoolClient, mailingListId: number): Promise<string> {
  // Its own statement: the next one reads the catalog as it is once the lock is granted.
  await client.query(LOCK_PARTITIONS);
  return findPartitionOf(client, mailingListId);
}

/** The same without a lock: until its next statement the answer may be out of date. */
export async function findPartitionOf(db: Queryable, mailingListId: number): Promise<string> {
  const { rows } = await db.query<{ name: string }>(prepared(PARTITION_OF_LIST, [mailingListId]));
  const [found] = rows;
  if (found === undefined) throw new Error(`No hash partition of subscribers holds mailing list ${mailingListId}.`);
  return found.name;
}

/** Names come from the catalog, quoted where it is necessary. */
const PARTITION_OF_LIST = `
  select 'subscribers' as name from pg_class where oid = 'subscribers'::regclass and relkind <> 'p'
  union all
  select inhrelid::regclass::text
    from pg_inherits join pg_class on pg_class.oid = inhrelid,
         regexp_match(pg_get_expr(relpartbound, pg_class.oid), '^FOR VALUES WITH \\(modulus (\\d+), remainder (\\d+)\\)$') bound
   where inhparent = 'subscribers'::regclass and bound is not null
     and satisfies_hash_partition(inhparent, bound[1]::integer, bound[2]::integer, $1::bigint)`;
