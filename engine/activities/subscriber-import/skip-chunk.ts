import type { PoolClient } from 'pg';
import { chunkPart } from '../../db/imports/logs.ts';
import { readImport } from '../../db/imports/record.ts';
import { lockChunk, markChunk, markSkip, resultOf } from '../../db/imports/chunk-ledger.ts';
import type { LedgerChunk } from '../../db/imports/chunk-ledger.ts';
import { readRangesOfChunk } from '../../db/imports/ledger.ts';
import type { ChunkRange } from '../../db/imports/ledger.ts';
import { readRowsOfRange } from '../../db/imports/staging.ts';
import type { ChunkResult } from '../../domain/subscriber-imports.ts';
import { COMMIT_WITHOUT_WAITING } from '../../db/core/disk.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, SkippedTask } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { logRows } from './log-rows.ts';
import { openFailedLog } from './open-failed-log.ts';
import { requireAllStaged, stagingLost } from './require-staging.ts';
import { requireUnended } from './require-unended.ts';
import { waitForDisk } from './wait-for-disk.ts';

/**
 * Skips what is left of a chunk: each of its staged rows that is not merged goes to the failed log with its original text and the
 * reason. Each range is a slice: its rows, its counters and its ledger entry commit together.
 * @throws ApplicationFailure StagingLost
 */
export function skipChunk(deps: ActivityDeps) {
  return ({ importId, number, reason }: SkippedTask): Promise<ChunkResult> =>
    whileHeartbeating(async (signal) => {
      const skipped = await skipRest(deps, { importId, chunk: number, reason, signal });
      await waitForDisk(deps, { importId }, signal);
      return skipped;
    });
}

interface ChunkTask {
  readonly importId: number;
  readonly chunk: number;
  /** A skip that has begun keeps the one that it began with. */
  readonly reason: string;
  readonly signal: AbortSignal;
}

/** Skips what is left of a chunk, from where another attempt has ended. Its caller waits for the disk. */
export async function skipRest(deps: ActivityDeps, task: ChunkTask): Promise<ChunkResult> {
  for (;;) {
    const chunk = await inTransaction(
      deps.pool,
      (client) => skipNext(deps, client, task),
      task.signal,
      COMMIT_WITHOUT_WAITING,
    );
    if (chunk.isDone) return resultOf(chunk);
  }
}

/** Skips the rows of the next range. @returns what is done of the chunk then */
async function skipNext(
  deps: ActivityDeps,
  client: PoolClient,
  task: ChunkTask,
): Promise<ChunkResult & { readonly isDone: boolean }> {
  const { importId, chunk } = task;
  const before = await lockChunk(client, importId, chunk);
  if (before.isDone) return before;
  await requireAllStaged(client, importId);
  const { reason, fromRange } = before.skip ?? { reason: task.reason, fromRange: 0 };
  const [range, next] = await readRangesOfChunk(client, importId, { chunk, fromRange, limit: 2 });
  const logged = range === undefined ? 0 : await logRange(deps, client, { ...task, reason, before, range });
  const { counters } = before;
  const after = { ...resultOf(before), counters: { ...counters, failed: counters.failed + logged } };
  if (next === undefined) await markChunk(client, importId, chunk, 'skipped', after);
  else await markSkip(client, importId, chunk, { ...after, reason, fromRange: next.number });
  await requireUnended(client, importId);
  return { ...after, isDone: next === undefined };
}

/** Logs the rows of a chunk in one range that are not merged. @returns how many they are */
async function logRange(
  deps: ActivityDeps,
  client: PoolClient,
  {
    importId,
    chunk,
    reason,
    signal,
    before,
    range,
  }: ChunkTask & { readonly before: LedgerChunk; readonly range: ChunkRange },
): Promise<number> {
  const record = await readImport(client, importId);
  const { staged, left } = await readRowsOfRange(client, { importId, chunk, afterKey: before.lastKey }, range);
  if (staged !== range.staged) throw stagingLost();
  if (left.length === 0) return 0;
  const log = openFailedLog(client, deps, record, { part: chunkPart(chunk), before: before.slices });
  const wanted = new Set(left);
  await logRows(log, { client, files: deps.files, record }, range, {
    reason,
    signal,
    wanted: (row) => wanted.has(row),
  });
  return log.end();
}
