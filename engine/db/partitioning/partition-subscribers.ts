import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import pg from 'pg';
import { SluiceError } from '../../platform/errors.ts';
import { inTransaction } from '../core/transaction.ts';
import { beginCopy, dropCopy } from './begin-copy.ts';
import { checkRows } from './check-rows.ts';
import { applyChanges, copyRows } from './copy-rows.ts';
import { dropOldTable, exchangeTables } from './exchange.ts';
import { readPartitioning } from './progress.ts';
import type { Partitioning } from './progress.ts';
import { COPY } from './table-statements.ts';

/** Limits of the partitioning; the defaults are for a running service. */
export interface PartitioningLimits {
  /** Rows that one transaction copies or compares, and changes that it applies. */
  readonly rows: number;
  /** Longest wait of other sessions behind a lock of the whole table that is not granted; milliseconds. */
  readonly lockTimeoutMs: number;
  /** Between two attempts to get such a lock; milliseconds. */
  readonly retryMs: number;
}

/** Autovacuum gives way to a lock after a second. */
const LIMITS: PartitioningLimits = { rows: 20_000, lockTimeoutMs: 3_000, retryMs: 10_000 };

/**
 * Gives `subscribers` hash partitions by list while the service runs: copies the rows, compares them, and exchanges the tables.
 * Every step is a short transaction, and a later call continues where an earlier one ended. `report` gets sentences on the progress.
 * @throws SluiceError when the table is partitioned already, a copy with another number is under way, or it cannot be exchanged
 */
export async function partitionSubscribers(
  pool: Pool,
  partitions: number,
  report: (line: string) => void,
  limits: PartitioningLimits = LIMITS,
): Promise<void> {
  const before = await readPartitioning(pool);
  requireBegun(before, partitions);
  if (before.state === 'plain') {
    await withTableLock(pool, (client) => beginCopy(client, partitions), report, limits);
  }
  await inSteps(pool, limits, copyRows, async () => {
    const { rowsCopied, rowsEstimated } = await readPartitioning(pool);
    report(`Copied ${rowsCopied} of about ${Math.max(rowsCopied, rowsEstimated)} rows.`);
  });
  await pool.query(`analyze ${COPY}.subscribers`);
  await inSteps(pool, limits, checkRows, async () => {
    const { rowsChecked } = await readPartitioning(pool);
    report(`Compared ${rowsChecked} rows.`);
  });
  for (;;) {
    await applyMostChanges(pool, limits);
    if (await withTableLock(pool, exchangeTables, report, limits)) return;
    report('Rows change faster than the copy follows: trying again.');
  }
}

/** Drops an unfinished copy. @throws SluiceError when there is none */
export async function undoPartitioning(pool: Pool, report: (line: string) => void, limits = LIMITS): Promise<void> {
  const { state } = await readPartitioning(pool);
  if (state !== 'copying') throw new SluiceError('validation_failed', 'There is no unfinished copy of subscribers.');
  await withTableLock(pool, dropCopy, report, limits);
}

/** Drops the table that partitions have replaced. @throws SluiceError when there is none */
export async function dropExchangedTable(pool: Pool): Promise<void> {
  const { hasOld } = await readPartitioning(pool);
  if (!hasOld) throw new SluiceError('validation_failed', 'There is no table from before partitions.');
  await inTransaction(pool, dropOldTable);
}

function requireBegun({ state, partitions }: Partitioning, wanted: number): void {
  if (state === 'plain' || (state === 'copying' && partitions === wanted)) return;
  throw new SluiceError(
    'validation_failed',
    state === 'partitioned'
      ? `subscribers has ${partitions} partitions already.`
      : `A copy with ${partitions} partitions is under way. Continue it with --parts ${partitions}, or drop it with --undo.`,
  );
}

const REPORT_EVERY_MS = 5_000;

/** Runs a step until it is done, and lets the copy follow the changes of rows. */
async function inSteps(
  pool: Pool,
  { rows }: PartitioningLimits,
  step: (client: PoolClient, limit: number) => Promise<boolean>,
  report: () => Promise<void>,
): Promise<void> {
  let reportedAt = performance.now();
  for (let isDone = false; !isDone;) {
    isDone = await inTransaction(pool, (client) => step(client, rows));
    await applyNextChanges(pool, rows);
    if (!isDone && performance.now() - reportedAt < REPORT_EVERY_MS) continue;
    await report();
    reportedAt = performance.now();
  }
}

function applyNextChanges(pool: Pool, limit: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read');
    return applyChanges(client, limit);
  });
}

async function applyMostChanges(pool: Pool, { rows }: PartitioningLimits): Promise<void> {
  for (let applied = rows; applied >= rows;) applied = await applyNextChanges(pool, rows);
}

/** Runs a transaction that locks the whole table, again while others hold it for longer than the timeout. */
async function withTableLock<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  report: (line: string) => void,
  { lockTimeoutMs, retryMs }: PartitioningLimits,
): Promise<Result> {
  for (;;) {
    try {
      return await inTransaction(pool, async (client) => {
        await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
        return work(client);
      });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      report(
        `A transaction uses the table for more than ${lockTimeoutMs / 1000} s: trying again in ${retryMs / 1000} s.`,
      );
      await sleep(retryMs);
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03';
