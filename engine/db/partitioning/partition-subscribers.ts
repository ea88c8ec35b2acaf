import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import pg from 'pg';
import { SluiceError } from '../../platform/errors.ts';
import { inTransaction } from '../core/transaction.ts';
import { beginCopy, dropCopy } from './begin-copy.ts';
import { applyChanges, copyRows } from './copy-rows.ts';
import { dropOldTable, exchangeTables } from './exchange.ts';
import { readPartitioning, lockProgress, requireSameColumns } from './progress.ts';
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

/**
 * Compares the next rows with their copies, in the order of lists and ids, and moves the cursor on; in the caller's transaction.
 * Rows that wait in the log of changes may differ. @returns whether all rows are compared; @throws SluiceError when some differ
 */
async function checkRows(client: PoolClient, limit: number): Promise<boolean> {
  const { checked } = await lockProgress(client);
  if (checked.isDone) return true;
  await requireSameColumns(client);
  await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off; set local jit = off');
  // The end of the page before the comparison: a row that is added later, before that end, is in the log.
  const ends = await client.query<{ list: number; id: number }>(
    `select mailing_list_id as list, id from subscribers
      where (mailing_list_id, id) > ($1, $2) order by mailing_list_id, id offset $3 - 1 limit 1`,
    [checked.list, checked.id, limit],
  );
  const [end] = ends.rows;
  const until = end === undefined ? '' : 'and (mailing_list_id, id) <= ($3, $4)';
  const bounds = [checked.list, checked.id, ...(end === undefined ? [] : [end.list, end.id])];
  const hashed = (table: string) =>
    `select mailing_list_id, id, hash_record_extended(r, 0) as hash from ${table} r where (mailing_list_id, id) > ($1, $2) ${until}`;
  const compared = await client.query<{ rows: number; differing: number }>(
    `with original as materialized (${hashed('subscribers')}), copied as materialized (${hashed(`${COPY}.subscribers`)}),
     different as (
       select mailing_list_id, id from original full join copied using (mailing_list_id, id)
        where original.hash is distinct from copied.hash
       except select mailing_list_id, id from ${COPY}.changes
     )
     select (select count(*) from original) as rows, (select count(*) from different) as differing`,
    bounds,
  );
  const { rows = 0, differing = 0 } = compared.rows[0] ?? {};
  if (differing > 0) {
    throw new SluiceError(
      'internal_error',
      `${differing} rows of the copy differ from subscribers, which is unchanged. Drop the copy: npx sluice partition --undo`,
    );
  }
  await client.query(
    `update ${COPY}.progress
        set checked_list = coalesce($1, checked_list), checked_id = coalesce($2, checked_id), rows_checked = rows_checked + $3,
            checked_at = case when $1::bigint is null then now() end`,
    [end?.list ?? null, end?.id ?? null, rows],
  );
  return end === undefined;
}
