import type { PoolClient } from 'pg';
import { compileChunkOf } from '../../csv/chunk-of-key.ts';
import { COMMIT_WITHOUT_WAITING } from '../../db/core/disk.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { findAbsentKeys, readSlice } from '../../db/imports/deactivate.ts';
import { expectedRows, readFirstKeys } from '../../db/imports/ledger.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { countKeyIndexes, indexStagedKeys } from '../../db/imports/staged-keys.ts';
import { indexPresentKeys } from '../../db/imports/staging.ts';
import { keyOfAddress } from '../../values/subscriber-key.ts';
import { lockImport } from '../../db/imports/state.ts';
import type { ActivityDeps } from '../deps.ts';
import { requireAllStaged } from './require-staging.ts';
import { requireUnended } from './require-unended.ts';

/** Number of active subscribers of a list, and of those that are not in the import. */
export interface Absence {
  readonly active: number;
  readonly absent: number;
}

/**
 * Finds the active subscribers of a list that are not in its import, in slices by key, each a transaction, after the staged
 * keys of each chunk are indexed, also each index in a transaction. `take` gets the absent keys of a slice in its transaction. Subscribers that
 * others write between two slices are found as they are then.
 * @throws ApplicationFailure StagingLost, ImportEnded
 */
export async function findAbsent(
  deps: ActivityDeps,
  record: ImportRecord,
  { signal, take }: { signal: AbortSignal; take?: (client: PoolClient, keys: readonly string[]) => Promise<void> },
): Promise<Absence> {
  const { id: importId, mailingListId, partitions } = record;
  const chunks = partitions ?? 1;
  const transaction = <Result>(work: (client: PoolClient) => Promise<Result>) => onStaged(deps, importId, signal, work);
  const chunkOf = await transaction(async (client) => {
    await indexPresentKeys(client, importId);
    return compileChunkOf({ chunks, firstKeys: await readFirstKeys(client, importId) });
  });
  const indexesOf: number[] = [];
  for (let chunk = 0; chunk < chunks; chunk++) {
    const indexes = countKeyIndexes(await expectedRows(deps.pool, importId, chunk), deps.rowsPerIndex);
    for (let index = 0; index < indexes; index++) {
      await transaction((client) => indexStagedKeys(client, { importId, chunk, index, indexes }));
    }
    indexesOf.push(indexes);
  }

  const size = deps.createListSliceSize();
  let [active, absent] = [0, 0];
  for (let afterKey: string | null = ''; afterKey !== null;) {
    const from: string = afterKey;
    const limit = size.next(Number.MAX_SAFE_INTEGER);
    const slice = await transaction(async (client) => {
      const began = performance.now();
      const { subscribers, lastKey, activeKeys } = await readSlice(client, { mailingListId, afterKey: from, limit });
      const gone = new Set<string>();
      for (const [chunk, ofChunk] of byChunk(activeKeys.map(keyOfAddress), chunkOf)) {
        const indexes = indexesOf[chunk] ?? 1;
        for (const key of await findAbsentKeys(client, { importId, chunk, indexes, keys: ofChunk })) gone.add(key);
      }
      const keys = activeKeys.filter((key) => gone.has(keyOfAddress(key)));
      if (keys.length > 0) await take?.(client, keys);
      size.took(subscribers, performance.now() - began);
      await requireUnended(client, importId);
      return { lastKey, active: activeKeys.length, absent: keys.length };
    });
    afterKey = slice.lastKey;
    active += slice.active;
    absent += slice.absent;
  }
  return { active, absent };
}

function byChunk(keys: readonly string[], chunkOf: (key: string) => number): Map<number, string[]> {
  const chunks = new Map<number, string[]>();
  for (const key of keys) {
    const chunk = chunkOf(key);
    const others = chunks.get(chunk);
    if (others === undefined) chunks.set(chunk, [key]);
    else others.push(key);
  }
  return chunks;
}

/**
 * Runs `work` in a transaction that finds all rows of the import staged, and no other one of a settling import at work. Its commit
 * does not wait for the disk: an activity that writes waits at its end.
 */
export function onStaged<Result>(
  { pool }: Pick<ActivityDeps, 'pool'>,
  importId: number,
  signal: AbortSignal,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return inTransaction(
    pool,
    async (client) => {
      // An attempt that was given up for dead may still be at it.
      await lockImport(client, importId, 'no key update');
      await requireAllStaged(client, importId);
      return work(client);
    },
    signal,
    COMMIT_WITHOUT_WAITING,
  );
}
