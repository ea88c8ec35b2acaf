import type { Pool, PoolClient } from 'pg';
import { SluiceError } from '../../platform/errors.ts';
import { COPY, OLD } from './table-statements.ts';

/** Progress of `subscribers` on its way to hash partitions. */
export interface Partitioning {
  readonly state: 'plain' | 'copying' | 'partitioned';
  /** Of the copy, or of the table; 0 for a plain table. */
  readonly partitions: number;
  readonly rowsCopied: number;
  readonly rowsChecked: number;
  /** By the statistics of Postgres. */
  readonly rowsEstimated: number;
  readonly isCopied: boolean;
  readonly isChecked: boolean;
  /** Whether the table from before the exchange is still there. */
  readonly hasOld: boolean;
}

/** Reads how far it is. */
export async function readPartitioning(db: Pool | PoolClient): Promise<Partitioning> {
  const { rows } = await db.query<{ partitions: number; isCopying: boolean; hasOld: boolean; estimate: number }>(
    `select (select count(*) from pg_inherits where inhparent = table_of.oid) as partitions,
            to_regclass('${COPY}.progress') is not null as "isCopying",
            to_regclass('${OLD}.subscribers') is not null as "hasOld", greatest(reltuples, 0)::bigint as estimate
       from pg_class table_of where oid = 'subscribers'::regclass`,
  );
  const [table = { partitions: 0, isCopying: false, hasOld: false, estimate: 0 }] = rows;
  const none = { rowsCopied: 0, rowsChecked: 0, isCopied: false, isChecked: false };
  const common = { rowsEstimated: table.estimate, hasOld: table.hasOld };
  if (!table.isCopying) {
    return { ...none, ...common, state: table.partitions > 0 ? 'partitioned' : 'plain', partitions: table.partitions };
  }
  const progress = await db.query<typeof none & { partitions: number }>(
    `select partitions, rows_copied as "rowsCopied", rows_checked as "rowsChecked", copied_at is not null as "isCopied",
            checked_at is not null as "isChecked" from ${COPY}.progress`,
  );
  return { ...none, ...common, partitions: 0, ...progress.rows[0], state: 'copying' };
}

/** A row up to which something is done, in the order of lists and ids. */
interface Cursor {
  readonly list: number;
  readonly id: number;
  readonly isDone: boolean;
}

/** Reads both cursors, and has other processes that would move them wait for the end of the transaction. */
export async function lockProgress(client: PoolClient): Promise<{ readonly copied: Cursor; readonly checked: Cursor }> {
  const { rows } = await client.query<{
    list: number;
    id: number;
    done: boolean;
    list2: number;
    id2: number;
    done2: boolean;
  }>(
    `select copied_list as list, copied_id as id, copied_at is not null as done,
            checked_list as list2, checked_id as id2, checked_at is not null as done2 from ${COPY}.progress for update`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The copy of subscribers has no row of progress.');
  return {
    copied: { list: row.list, id: row.id, isDone: row.done },
    checked: { list: row.list2, id: row.id2, isDone: row.done2 },
  };
}

/**
 * The columns of `subscribers`, quoted, as a list for SQL.
 * @throws SluiceError when a migration has changed the table since its copy was created
 */
export async function requireSameColumns(client: PoolClient): Promise<string> {
  const [original, copy] = [await readColumns(client, 'subscribers'), await readColumns(client, `${COPY}.subscribers`)];
  if (original.shape === copy.shape) return original.names;
  throw new SluiceError(
    'validation_failed',
    'The columns of subscribers have changed since the copy was begun. Drop the copy with "npx sluice partition --undo", and begin again.',
  );
}

async function readColumns(client: PoolClient, table: string): Promise<{ names: string; shape: string }> {
  const { rows } = await client.query<{ names: string; shape: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = '') as names,
            string_agg(format('%I %s %s', attname, format_type(atttypid, atttypmod), attnotnull), ', ' order by attnum) as shape
       from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [table],
  );
  return rows[0] ?? { names: '', shape: '' };
}
