import type { PoolClient } from 'pg';
import type { Connections } from '../core/connections.ts';
import type { SuppressionCounter } from '../../domain/suppressed-address-imports.ts';

/** A block of failed rows of a range. */
export interface FailedBlock {
  readonly importId: number;
  readonly number: number;
  /** Counts from 0 in each range. */
  readonly piece: number;
  readonly entries: number;
  readonly content: string;
  /** Rows for which there is no room. */
  readonly leftOut: number;
}

/** Reads the bytes of the failed rows that an import has logged. */
export async function readFailedBytes(client: PoolClient, importId: number): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(sum(bytes), 0)::bigint as bytes from suppressed_address_logs
      where suppressed_address_import_id = $1 and kind = 'failed'`,
    [importId],
  );
  return rows[0]?.bytes ?? 0;
}

/** Writes a block of failed rows. */
export async function writeFailedBlock(client: PoolClient, block: FailedBlock): Promise<void> {
  const { importId, number, piece, entries, content, leftOut } = block;
  await client.query(
    `insert into suppressed_address_logs
       (suppressed_address_import_id, kind, range_number, piece, entries, left_out, content, bytes)
     values ($1, 'failed', $2, $3, $4, $5, $6, octet_length($6))`,
    [importId, number, piece, entries, leftOut, content],
  );
}

/** Counts the rows that a log has, and those that it leaves out; none of either before there are any, and after the purge. */
export async function countLogEntries(
  pool: Connections,
  importId: number,
  kind: SuppressionCounter,
): Promise<{ readonly entries: number; readonly leftOut: number }> {
  const { rows } = await pool.query<{ entries: number; leftOut: number }>(
    `select coalesce(sum(entries), 0)::bigint as entries, coalesce(sum(left_out), 0)::bigint as "leftOut"
       from suppressed_address_logs where suppressed_address_import_id = $1 and kind = $2`,
    [importId, kind],
  );
  return rows[0] ?? { entries: 0, leftOut: 0 };
}

/** Reads a log block by block; no connection is held in between. */
export async function* readLogBlocks(
  pool: Connections,
  importId: number,
  kind: SuppressionCounter,
): AsyncGenerator<string> {
  let after = { number: -2, piece: 0 };
  for (;;) {
    const { rows } = await pool.query<{ number: number; piece: number; content: string }>(
      `select range_number as number, piece, content from suppressed_address_logs
        where suppressed_address_import_id = $1 and kind = $2 and (range_number, piece) > ($3, $4)
        order by range_number, piece limit 1`,
      [importId, kind, after.number, after.piece],
    );
    const [block] = rows;
    if (block === undefined) return;
    yield block.content;
    after = block;
  }
}
