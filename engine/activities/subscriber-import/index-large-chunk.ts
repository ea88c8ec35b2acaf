import type { PoolClient } from 'pg';
import { lockChunk } from '../../db/imports/chunk-ledger.ts';
import { expectedRows } from '../../db/imports/ledger.ts';
import { countKeyIndexes, indexStagedKeys } from '../../db/imports/staged-keys.ts';
import { COMMIT_WITHOUT_WAITING } from '../../db/core/disk.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, TaskReference } from '../deps.ts';

/**
 * Rows for each index of a chunk's staged keys; a chunk of less than twice as many has none while it is merged. Each slice reads the
 * whole chunk without: with 40,000 rows that takes as long, with 195,000 all slices take a third longer.
 * One index of 195,000 keys took a transaction of up to 1.6 s on two slow cores (all measured).
 */
export const ROWS_PER_INDEX = 50_000;

/** Indexes the staged keys of a chunk that has many rows, each index in a transaction of its own, which holds nothing of the list. */
export async function indexLargeChunk(
  { pool, rowsPerIndex }: Pick<ActivityDeps, 'pool' | 'rowsPerIndex'>,
  { importId, number }: TaskReference,
  signal: AbortSignal,
): Promise<void> {
  const indexes = countKeyIndexes(await expectedRows(pool, importId, number), rowsPerIndex);
  if (indexes === 1) return;
  for (let index = 0; index < indexes; index++) {
    const create = async (client: PoolClient) => {
      // Postgres refuses an index that another attempt creates at the same time.
      const { isDone, skip } = await lockChunk(client, importId, number);
      if (!isDone && skip === null) await indexStagedKeys(client, { importId, chunk: number, index, indexes });
    };
    await inTransaction(pool, create, signal, COMMIT_WITHOUT_WAITING);
  }
}
