import { ApplicationFailure } from '@temporalio/common';
import type { PoolClient } from 'pg';
import { defaultsText } from '../../csv/row-defaults.ts';
import { lockRoom } from '../../db/imports/admission.ts';
import { chunkPart, openLogPart } from '../../db/imports/logs.ts';
import { autorespondersToTrigger } from '../../db/imports/reactions.ts';
import { readImport, readRowPlan } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { lockImport } from '../../db/imports/state.ts';
import { holdList } from '../../db/lists/list-lock.ts';
import { countFailed, expectedRows, lockChunk, markChunk, readRanges } from '../../db/imports/ledger.ts';
import { addToCounts, isKeyCollision, mergeStagedChunk, SubscribersMissed } from '../../db/imports/merge.ts';
import type { ChunkResult } from '../../domain/subscriber-imports.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { BOUNDS } from '../../domain/bounds.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { ActivityDeps, GuardedTask } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { logRows } from './log-rows.ts';
import { requireUnended } from './require-unended.ts';
import { writeFailedHeader } from './write-failed-header.ts';
import { stagingLost } from './require-staging.ts';

/**
 * Another import or the API may write a subscriber between our look and our write; then the merge is done again, and with
 * existing rows locked. Keys that are not there yet cannot be locked, so that may happen again.
 */
const TRIES = 5;

/**
 * Merges one chunk into the list: its rows, logs, counters, reactions and ledger entry commit together.
 * @throws ApplicationFailure StagingLost, ListDeleted, TooManyFailed
 */
export function mergeChunk(deps: ActivityDeps) {
  const { pool } = deps;
  return ({ importId, number, maxFailed, goesWithSmall = false }: GuardedTask): Promise<ChunkResult> =>
    whileHeartbeating(async (signal) => {
      for (let attempt = 1; ; attempt++) {
        try {
          const locking = attempt > 1;
          return await inTransaction(
            pool,
            (client) => merge(deps, client, { importId, chunk: number, maxFailed, goesWithSmall, locking, signal }),
            signal,
          );
        } catch (error) {
          if (!isKeyCollision(error) && !(error instanceof SubscribersMissed)) throw error;
          if (attempt === TRIES) {
            throw ApplicationFailure.retryable('Others kept writing the same subscribers.', 'KeyCollision');
          }
        }
      }
    });
}

async function merge(
  { files, mergeLimit }: ActivityDeps,
  client: PoolClient,
  {
    importId,
    chunk,
    maxFailed,
    goesWithSmall,
    locking,
    signal,
  }: {
    importId: number;
    chunk: number;
    maxFailed: number | undefined;
    goesWithSmall: boolean;
    locking: boolean;
    signal: AbortSignal;
  },
): Promise<ChunkResult> {
  const merged = await lockChunk(client, importId, chunk);
  if (merged !== null) return merged;

  const record = await readImport(client, importId);
  // Organization before list, as every writer of subscribers takes them.
  const limit =
    record.subscriberLimit === null
      ? null
      : {
          cutoff: record.admissionCutoff ?? Number.MAX_SAFE_INTEGER,
          room: await lockRoom(client, record.organizationId),
        };
  // The list cannot be deleted until the transaction ends.
  if (!(await holdList(client, record.mailingListId)).exists)
    throw fault('ListDeleted', 'The mailing list was deleted.');
  const plan = await readRowPlan(client, record);
  const staged = {
    importId,
    mailingListId: record.mailingListId,
    chunk,
    options: record.options,
    list: { ...plan.list, hasAlternateKey: plan.list.primaryKeyFieldId !== null },
    defaults: defaultsText(plan),
    limit,
    locking,
    autoresponders: await autorespondersToTrigger(client, record),
  };
  const mergeStaged = () => mergeStagedChunk(client, staged);
  // Behind the locks of the organization and the list: a merge that waits for them keeps no other import from merging.
  const result = await (goesWithSmall ? mergeStaged() : mergeLimit.run(mergeStaged, signal));
  if (result.staged !== (await expectedRows(client, importId, chunk))) {
    throw stagingLost();
  }
  if (result.tooLarge.length > 0)
    await logTooLarge(client, { files, record }, { chunk, rows: result.tooLarge, signal });
  const { counters, unchanged } = result;
  await markChunk(client, importId, chunk, 'merged', { counters, unchanged });
  if (maxFailed !== undefined && counters.failed > 0) await requireFewFailed(client, importId, maxFailed);
  if (!record.isDryRun) await addToCounts(client, record.mailingListId, result.statusChanges);
  await requireUnended(client, importId);
  return { counters, unchanged };
}

/**
 * Rolls the chunk back when more records of the import have failed than its guard lets pass. Holds the import, so that two
 * chunks do not both take what is left.
 */
async function requireFewFailed(client: PoolClient, importId: number, maxFailed: number): Promise<void> {
  await lockImport(client, importId, 'no key update');
  const failed = await countFailed(client, importId);
  if (failed > maxFailed)
    throw fault(
      'TooManyFailed',
      `${failed} records failed, more than the ${maxFailed} that max_failed_records lets pass.`,
    );
}

const TOO_LARGE = `The custom fields would take more than ${BOUNDS.subscriberData.max} bytes, together with those that the subscriber has.`;

/** Writes rows that failed in the merge to the failed log, as they stand in the source. */
async function logTooLarge(
  client: PoolClient,
  source: { readonly files: FileStore; readonly record: ImportRecord },
  { chunk, rows, signal }: { chunk: number; rows: readonly number[]; signal: AbortSignal },
): Promise<void> {
  const { id: importId } = source.record;
  const log = openLogPart(client, { importId, kind: 'failed', part: chunkPart(chunk) });
  const numbers = new Set(rows);
  for (const range of await readRanges(client, importId)) {
    if (!rows.some((row) => row >= range.firstRow && row < range.firstRow + range.records)) continue;
    await logRows(log, source, range, { reason: TOO_LARGE, signal, wanted: (row) => numbers.has(row) });
  }
  await log.flush();
  await writeFailedHeader(client, source.record, source.files);
}
