import type { PoolClient } from 'pg';
import { compileRow } from '../../csv/row.ts';
import { readTakenCorrections } from '../../db/corrections/taken-corrections.ts';
import { readImport, readRowPlan } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { lockRange, markRangeStaged, readFirstKeys, readLedgerRange } from '../../db/imports/ledger.ts';
import type { LedgerRange, RangeRows } from '../../db/imports/ledger.ts';
import { stagingTarget } from '../../db/imports/staging.ts';
import { createStagedApart, STAGED_APART } from '../../db/imports/suppressed-rows.ts';
import { COMMIT_WITHOUT_WAITING } from '../../db/core/disk.ts';
import type { ActivityDeps, TaskGroup, TaskReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { completeNotices } from './complete-notices.ts';
import type { EncodedAhead } from './encode-ahead.ts';
import { openFailedLog, openPartialLog } from './open-failed-log.ts';
import { requireUnended } from './require-unended.ts';
import { setSuppressedAside } from './set-suppressed-aside.ts';
import { stageRows } from './stage-rows.ts';
import type { RowLogs } from './stage-rows.ts';
import { requireStaging } from './require-staging.ts';
import { storeRange } from './store-range.ts';

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

async function stage(
  deps: ActivityDeps,
  { importId, number, goesWithSmall = false }: TaskReference,
  signal: AbortSignal,
): Promise<StagedRange> {
  const { pool } = deps;
  const range = await readLedgerRange(pool, importId, number);
  const record = await readImport(pool, importId);
  if (range.stagedAt !== null) {
    await completeNotices(deps, record);
    return resultOf(range);
  }
  const plan = await readRowPlan(pool, record);
  // A plan that does not fit the list is a fault of the data; a thread could only say that it failed.
  compileRow(plan);
  const partitioning = { chunks: record.partitions ?? 1, firstKeys: await readFirstKeys(pool, importId) };
  const corrections = await readTakenCorrections(pool, record, range);
  // A crash of Postgres empties staging, and then every range is staged again, whether its commit had reached the disk or not.
  const staged = await storeRange(
    deps,
    { ...{ job: record, folder: 'imports', range, plan, partitioning, corrections }, goesFirst: goesWithSmall },
    (client, rows) => store(deps, client, { record, number, rows, signal }),
    signal,
    COMMIT_WITHOUT_WAITING,
  );
  await completeNotices(deps, record);
  return staged;
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
  const target = isApart ? STAGED_APART : stagingTarget(record.id);
  return stageRows(client, { importId: record.id, target, logs, notesKeys, range, rows }, async (totals) => {
    const { leftOut } = totals;
    if (!isApart)
      return { chunkRows: totals.chunkRows, statuses: totals.statuses, suppressed: 0, skippedRows: [], leftOut };
    const place = { files, record, number, range, failedLog: logs.failed, signal };
    return { ...(await setSuppressedAside(client, place, totals)), leftOut };
  });
}
