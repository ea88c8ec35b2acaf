import type { Pool, PoolClient } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import type { Queryable } from '../core/connections.ts';
import { inTransaction } from '../core/transaction.ts';
import { ADVISORY_LOCKS } from '../core/advisory-locks.ts';

/** A job that is created again, with the key of the lost one. */
export interface RedoneJob extends FileOwner {
  readonly jobKey: string;
  readonly organizationId: number;
  /** The bytes of its stored source; null: a worker fetches it. */
  readonly source: { readonly bytes: number; readonly isPacked: boolean } | null;
  /** The operator that does it, by name. */
  readonly operator: string;
}

/** The id of the job of a table that has a key, which a lost job keeps when it is created again; null without one. */
export async function findJobByKey(db: Queryable, table: string, key: string): Promise<number | null> {
  const { rows } = await db.query<{ readonly id: number }>(`select id from ${table} where job_key = $1`, [key]);
  return rows[0]?.id ?? null;
}

/** Reserves an id of a table of jobs. */
export async function reserveRedoId(pool: Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ readonly id: number }>(`select nextval(pg_get_serial_sequence($1, 'id')) as id`, [
    table,
  ]);
  return rows[0]?.id ?? 0;
}

/** Inserts the row of a job that is created again, unless one with its key is there. @returns whether a row was inserted */
export function insertOnce(
  pool: Pool,
  { table, key }: { readonly table: string; readonly key: string },
  insert: (client: PoolClient) => Promise<{ readonly rowCount: number | null }>,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    // Until the end of the transaction, so that two operators do not both find none.
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.redo]);
    if ((await findJobByKey(client, table, key)) !== null) return false;
    const { rowCount } = await insert(client);
    return rowCount === 1;
  });
}

/** Returns the bytes of the source of a job as the columns `source_bytes` and `packed_bytes` count them. */
export function sourceColumns({ source }: RedoneJob): readonly [source: number | null, packed: number | null] {
  if (source === null) return [null, null];
  return source.isPacked ? [null, source.bytes] : [source.bytes, null];
}
