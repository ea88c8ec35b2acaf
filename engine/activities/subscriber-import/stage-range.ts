import type { PoolClient } from 'pg';
import { compileRow } from '../../csv/row.ts';
import { readImport, readRowPlan } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { lockRange, markRangeStaged, readFirstKeys, readRange } from '../../db/imports/ledger.ts';
import type { LedgerRange, RangeRows } from '../../db/imports/ledger.ts';
import { stagingTarget } from '../../db/imports/staging.ts';
import { createStagedApart, STAGED_APART } from '../../db/imports/suppressed-rows.ts';
import { COMMIT_WITHOUT_WAITING } from '../../db/core/disk.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { FileMissing } from '../../files/errors.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps, TaskGroup, TaskReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { completeNotices } from './complete-notices.ts';
import { encodeAhead } from './encode-ahead.ts';
import type { EncodedAhead, TakeBatch } from './encode-ahead.ts';
import { openFailedLog, openPartialLog } from './open-failed-log.ts';
import { pastSlowRows } from './past-slow-rows.ts';
import { requireUnended } from './require-unended.ts';
import { setSuppressedAside } from './set-suppressed-aside.ts';
import { openRowStaging } from './stage-rows.ts';
import type { RowLogs } from './stage-rows.ts';
import { requireStaging } from './require-staging.ts';
import { sourceGone } from '../sources/store-source.ts';

/**
 * Parses and validates the rows of one range, then COPYs them into staging; its rows, its part of the failed log and its ledger
 * entry commit together. @throws ApplicationFailure StagingLost, RowsTooSlow
 */
export function stageRange(deps: ActivityDeps) {
  return (task: TaskReference): Promise<StagedRange> => whileHeartbeating((signal) => stage(deps, task, signal));
}

/** Stages ranges one after the other; those before one that fails stay staged. @returns what is staged of each, in their order */
export function stageRanges(deps: ActivityDeps) {
  return ({ numbers, ...reference }: TaskGroup): Promise<readonly StagedRange[]> =>
    whileHeartbeating(async (signal) => {
      const staged: StagedRange[] = [];
      for (const number of numbers) staged.push(await stage(deps, { ...reference, number }, signal));
      return staged;
    });
}

interface StagedRange {
  readonly failed: number;
  /** Rows within its failed records, which `failed` does not count; absent: none. */
  readonly swallowed?: number;
}

function stage(deps: ActivityDeps, task: TaskReference, signal: AbortSignal): Promise<StagedRange> {
  return pastSlowRows(async (slowRows) => {
    const { importId, number } = task;
    const range = await readRange(deps.pool, importId, number);
    const record = await readImport(deps.pool, importId);
    if (range.stagedAt !== null) {
      await completeNotices(deps, record);
      return resultOf(range);
    }
    const rows = await encodeRows(deps, task, { record, range, slowRows, signal });
    try {
      await rows.ready;
      // A crash of Postgres empties staging, and then every range is staged again, whether its commit had reached the disk or not.
      const staged = await inTransaction(
        deps.pool,
        (client) => store(deps, client, { record, number, rows, signal }),
        signal,
        COMMIT_WITHOUT_WAITING,
      );
      await completeNotices(deps, record);
      return staged;
    } catch (error) {
      await rows.stop(asError(error));
      throw error instanceof FileMissing ? sourceGone() : error;
    }
  });
}

async function encodeRows(
  { pool, files, rangeThreads }: ActivityDeps,
  { goesWithSmall = false }: TaskReference,
  {
    record,
    range: { start, end, firstRow },
    slowRows,
    signal,
  }: { record: ImportRecord; range: LedgerRange; slowRows: readonly number[] | undefined; signal: AbortSignal },
): Promise<EncodedAhead> {
  const plan = await readRowPlan(pool, record);
  // A plan that does not fit the list is a fault of the data; a thread could only say that it failed.
  compileRow(plan);
  const partitioning = { chunks: record.partitions ?? 1, firstKeys: await readFirstKeys(pool, record.id) };
  const encode = (take: TakeBatch, stopped: AbortSignal) =>
    rangeThreads.encode(
      {
        request: { plan, firstRow, partitioning, slowRows },
        source: files.read(sourceKey(record), { start, end }, stopped),
        bytes: end - start,
        owner: record.organizationId,
        goesFirst: goesWithSmall,
        take,
      },
      stopped,
    );
  return encodeAhead(encode, signal);
}

async function store(
  deps: ActivityDeps,
  client: PoolClient,
  { record, number, rows, signal }: { record: ImportRecord; number: number; rows: EncodedAhead; signal: AbortSignal },
): Promise<StagedRange> {
  const importId = record.id;
  const range = await lockRange(client, importId, number);
  if (range.stagedAt !== null) return resultOf(range);
  await requireStaging(client, importId);

  // A range that Postgres lost may have other failures the second time.
  const logs = {
    failed: openFailedLog(client, deps, record, { part: number, replaces: range.failed > 0 }),
    partial: openPartialLog(client, deps, record, { part: number, replaces: range.partial > 0 }),
  };
  const staged = await copyRows(client, { files: deps.files, record, number, range, logs, rows, signal });
  await markRangeStaged(client, importId, number, staged);
  await requireUnended(client, importId);
  return resultOf(staged);
}

function resultOf({ failed, swallowed }: { readonly failed: number; readonly swallowed: number }): StagedRange {
  return { failed, ...(swallowed > 0 && { swallowed }) };
}

interface CopiedRange {
  readonly files: ActivityDeps['files'];
  readonly record: ImportRecord;
  readonly number: number;
  readonly range: LedgerRange;
  readonly logs: RowLogs;
  readonly rows: EncodedAhead;
  readonly signal: AbortSignal;
}

async function copyRows(
  client: PoolClient,
  { files, record, number, range, logs, rows, signal }: CopiedRange,
): Promise<RangeRows> {
  const notesKeys = record.options.deactivate_subscribers_not_in_import;
  // Rows that were skipped before are skipped again, though no address may be suppressed any more.
  const isApart = record.suppresses || (range.skippedBefore ?? 0) > 0;
  if (isApart) await createStagedApart(client);
  const staging = openRowStaging(client, {
    ...{ importId: record.id, target: isApart ? STAGED_APART : stagingTarget(record.id) },
    ...{ logs, notesKeys },
  });
  try {
    const totals = await rows.drainInto(staging.take);
    if (totals.rows !== range.records) {
      throw new Error(
        `Range at byte ${range.start} holds ${totals.rows} records, but the scan counted ${range.records}.`,
      );
    }
    await staging.flush();
    const counts = isApart
      ? await setSuppressedAside(client, { files, record, number, range, failedLog: logs.failed, signal }, totals)
      : { chunkRows: totals.chunkRows, statuses: totals.statuses, suppressed: 0, skippedRows: [] };
    return { ...(await staging.end()), ...counts, leftOut: totals.leftOut };
  } catch (error) {
    await staging.abort(asError(error));
    throw error;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
