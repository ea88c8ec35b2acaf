import type { PoolClient } from 'pg';
import { lockChunk } from '../../db/imports/chunk-ledger.ts';
import { readImport } from '../../db/imports/record.ts';
import { indexStagedKeys } from '../../db/imports/staging.ts';
import { COMMIT_WITHOUT_WAITING, inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, TaskReference } from '../deps.ts';

/**
 * Each slice of a chunk reads the whole chunk, unless its keys have an index: with 40,000 rows both take as long, with 195,000 the
 * slices of a chunk take a quarter less time with one (measured).
 */
const INDEXED_ROWS = 100_000;

/** Indexes the staged keys of a chunk that has many rows, in a transaction of its own: it takes 0.2 s or more, and holds nothing of the list. */
export async function indexLargeChunk(
  { pool }: Pick<ActivityDeps, 'pool'>,
  { importId, number }: TaskReference,
  signal: AbortSignal,
  rows = INDEXED_ROWS,
): Promise<void> {
  const { numberOfRecords, partitions } = await readImport(pool, importId);
  if ((numberOfRecords ?? 0) / (partitions ?? 1) < rows) return;
  const index = async (client: PoolClient) => {
    // Postgres refuses an index that another attempt creates at the same time.
    const { isDone, skip } = await lockChunk(client, importId, number);
    if (!isDone && skip === null) await indexStagedKeys(client, importId, number);
  };
  await inTransaction(pool, index, signal, COMMIT_WITHOUT_WAITING);
}
