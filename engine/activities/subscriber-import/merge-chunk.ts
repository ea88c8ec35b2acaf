import { ApplicationFailure } from '@temporalio/common';
import type { PoolClient } from 'pg';
import { fieldOverwrites } from '../../csv/field-overwrites.ts';
import { defaultsText } from '../../csv/row-defaults.ts';
import { lockRoom } from '../../db/imports/admission.ts';
import { chunkPart } from '../../db/imports/logs.ts';
import { autorespondersToTrigger } from '../../db/imports/reactions.ts';
import { readImport, readRowPlan } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { lockImport } from '../../db/imports/state.ts';
import { holdList } from '../../db/lists/list-lock.ts';
import {
  countFailed,
  lockChunk,
  markChunk,
  markSlice,
  resultOf,
  rowsOf,
  sumOf,
} from '../../db/imports/chunk-ledger.ts';
import type { LedgerChunk } from '../../db/imports/chunk-ledger.ts';
import { expectedRows, readRanges } from '../../db/imports/ledger.ts';
import { addToCounts, isKeyCollision, mergeSlice, SubscribersMissed } from '../../db/imports/merge.ts';
import type { Slice } from '../../db/imports/slice-merge.ts';
import { countKeyIndexes } from '../../db/imports/staged-keys.ts';
import type { ChunkResult } from '../../domain/subscriber-imports.ts';
import { COMMIT_WITHOUT_WAITING } from '../../db/core/disk.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { BOUNDS } from '../../domain/bounds.ts';
import type { ActivityDeps, LimitedTask, LimitedTaskGroup } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { keepsImages } from './before-images.ts';
import { indexLargeChunk } from './index-large-chunk.ts';
import { logRows } from './log-rows.ts';
import { openFailedLog } from './open-failed-log.ts';
import { requireUnended } from './require-unended.ts';
import { requireAllStaged, stagingLost } from './require-staging.ts';
import { skipRest } from './skip-chunk.ts';
import { createSliceCuts } from './slice-cuts.ts';
import type { SliceCuts } from './slice-cuts.ts';
import { waitForDisk } from './wait-for-disk.ts';

/**
 * Another import or the API may write a subscriber between our look and our write; then the slice is merged again, and with
 * existing rows locked. Keys that are not there yet cannot be locked, so that may happen again.
 */
const TRIES = 5;

/**
 * Merges one chunk into the list, in slices by key: the rows of a slice, its logs, counters, reactions and ledger entry commit
 * together. Slices that are merged stay so when the rest of the chunk is not. Their commits do not wait for the disk: while a
 * commit waits, others wait for its rows. The result does, so that a crash of Postgres takes back nothing that the workflow has
 * counted. Finishes the skip of a chunk that an operator has given up, since some of its rows are in the failed log.
 * @throws ApplicationFailure StagingLost, ListDeleted, TooManyFailed
 */
export function mergeChunk(deps: ActivityDeps) {
  return (task: LimitedTask): Promise<ChunkResult> =>
    whileHeartbeating(async (signal) => {
      const merged = await mergeAll(deps, task, signal);
      await waitForDisk(deps, task, signal);
      return merged;
    });
}

/** Merges chunks one after the other; those before one that fails stay merged. @returns what became of their rows, in their order */
export function mergeChunks(deps: ActivityDeps) {
  return ({ numbers, ...reference }: LimitedTaskGroup): Promise<readonly ChunkResult[]> =>
    whileHeartbeating(async (signal) => {
      const merged: ChunkResult[] = [];
      for (const number of numbers) merged.push(await mergeAll(deps, { ...reference, number }, signal));
      await waitForDisk(deps, reference, signal);
      return merged;
    });
}

async function mergeAll(
  deps: ActivityDeps,
  { importId, number, maxFailed, goesWithSmall = false }: LimitedTask,
  signal: AbortSignal,
): Promise<ChunkResult> {
  // A small import has no large chunk.
  if (!goesWithSmall) await indexLargeChunk(deps, { importId, number }, signal);
  const cuts = createSliceCuts({ importId, chunk: number });
  const task: ChunkTask = { importId, chunk: number, cuts, staged: null, maxFailed, goesWithSmall, signal };
  for (;;) {
    const chunk = await mergeNext(deps, task);
    if (!chunk.isDone && chunk.skip !== null) return skipRest(deps, { ...task, reason: chunk.skip.reason });
    if (chunk.isDone) return resultOf(chunk);
  }
}

interface ChunkTask {
  readonly importId: number;
  readonly chunk: number;
  readonly cuts: SliceCuts;
  /**
   * Number of rows that are staged according to the ledger. Null before the first slice, with which it is read: the sum of
   * 3,000 ranges takes 20 ms (measured).
   */
  staged: number | null;
  readonly maxFailed: number | undefined;
  readonly goesWithSmall: boolean;
  readonly signal: AbortSignal;
}

type MergedChunk = Pick<LedgerChunk, 'isDone' | 'skip' | keyof ChunkResult>;

/** Merges the next slice, again when others wrote its subscribers. @returns what is merged of the chunk then */
async function mergeNext(deps: ActivityDeps, task: ChunkTask): Promise<MergedChunk> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(
        deps.pool,
        (client) => merge(deps, client, task, attempt > 1),
        task.signal,
        COMMIT_WITHOUT_WAITING,
      );
    } catch (error) {
      if (!isKeyCollision(error) && !(error instanceof SubscribersMissed)) throw error;
      if (attempt === TRIES) {
        throw ApplicationFailure.retryable('Others kept writing the same subscribers.', 'KeyCollision');
      }
    }
  }
}

async function merge(deps: ActivityDeps, client: PoolClient, task: ChunkTask, locking: boolean): Promise<MergedChunk> {
  const { mergeSlots, sliceSizeOf, rowsPerIndex, logLimits } = deps;
  const { importId, chunk, cuts, maxFailed, goesWithSmall, signal } = task;
  const before = await lockChunk(client, importId, chunk);
  if (before.isDone || before.skip !== null) return before;
  const isFirst = task.staged === null;
  const expected = (task.staged ??= await expectedRows(client, importId, chunk));

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
  const autoresponders = await autorespondersToTrigger(client, record);
  const mergeStaged = async () => {
    const began = performance.now();
    const sliceSize = sliceSizeOf(importId);
    const { slices, lastKey: afterKey } = before;
    const left = expected - rowsOf(before);
    const upToKey = await cuts.endOf(client, { afterKey, rows: sliceSize.next(left), left });
    const slice: Slice = { number: slices, afterKey, upToKey };
    const merged = await mergeSlice(client, {
      ...{ importId, mailingListId: record.mailingListId, chunk, slice, options: record.options },
      indexes: countKeyIndexes(expected, rowsPerIndex),
      list: { ...plan.list, hasAlternateKey: plan.list.primaryKeyFieldId !== null },
      ...{ defaults: defaultsText(plan), overwrites: fieldOverwrites(plan) },
      ...{ limit, locking, autoresponders },
      isLogged: record.logBytesOfOrganization < logLimits.logsOfOrganization,
      keepsImage: keepsImages(deps, record),
    });
    sliceSize.took(merged.staged, performance.now() - began);
    return { slice, merged };
  };
  // Behind the locks of the organization and the list: a merge that waits for them keeps no other import from merging.
  const { slice, merged } = await (goesWithSmall
    ? mergeStaged()
    : mergeSlots.run(record.organizationId, mergeStaged, { signal }));
  const { upToKey: lastKey } = slice;
  const after = sumOf(before, merged);
  await requireAllStaged(client, importId);
  // Rows that were staged again since the first slice may be others.
  if (lastKey === null && rowsOf(after) !== (isFirst ? expected : await expectedRows(client, importId, chunk)))
    throw stagingLost();
  if (merged.tooLarge.length > 0)
    await logTooLarge(client, deps, record, { chunk, slice: slice.number, rows: merged.tooLarge, signal });
  if (lastKey === null) await markChunk(client, importId, chunk, 'merged', after);
  else await markSlice(client, importId, chunk, { ...after, lastKey });
  if (maxFailed !== undefined && merged.counters.failed > 0) await requireFewFailed(client, importId, maxFailed);
  if (!record.isDryRun) await addToCounts(client, record.mailingListId, merged.statusChanges);
  await requireUnended(client, importId);
  return { ...after, isDone: lastKey === null, skip: null };
}

/**
 * Rolls the slice back when more records of the import have failed than its limit lets pass. Holds the import, so that two
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
  deps: ActivityDeps,
  record: ImportRecord,
  { chunk, slice, rows, signal }: { chunk: number; slice: number; rows: readonly number[]; signal: AbortSignal },
): Promise<void> {
  const log = openFailedLog(client, deps, record, { part: chunkPart(chunk), before: slice });
  const numbers = new Set(rows);
  for (const range of await readRanges(client, record.id)) {
    if (!rows.some((row) => row >= range.firstRow && row < range.firstRow + range.records)) continue;
    await logRows(log, { client, files: deps.files, record }, range, {
      reason: TOO_LARGE,
      signal,
      wanted: (row) => numbers.has(row),
    });
  }
  await log.end();
}
