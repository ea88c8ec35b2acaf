import type { PoolClient } from 'pg';
import { compileRow } from '../../csv/row.ts';
import { openCopy } from '../../db/copy.ts';
import { writeLogPart } from '../../db/import-logs.ts';
import { readImport, readRowPlan } from '../../db/import-record.ts';
import type { ImportRecord } from '../../db/import-record.ts';
import { lockRange, markRangeStaged, readFirstKeys } from '../../db/ledger.ts';
import type { LedgerRange } from '../../db/ledger.ts';
import { isStagingWhole, notePresentKeys, stagingTarget } from '../../db/staging.ts';
import { inTransaction } from '../../db/transaction.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps, PieceReference } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { requireUnended } from './require-unended.ts';
import { writeFailedHeader } from './write-failed-header.ts';

/**
 * Parses, validates and COPYs the rows of one range into staging; its rows, its part of the failed log and its ledger
 * entry commit together. @throws ApplicationFailure StagingLost
 */
export function stageRange(deps: ActivityDeps) {
  const { pool, files } = deps;
  return ({ importId, number }: PieceReference): Promise<{ failed: number }> =>
    whileHeartbeating((signal) =>
      inTransaction(
        pool,
        async (client) => {
          const range = await lockRange(client, importId, number);
          if (range.stagedAt !== null) return { failed: range.failed };
          const record = await readImport(client, importId);
          if (!(await isStagingWhole(client, importId))) throw fault('StagingLost', 'Postgres lost the staged rows.');

          const staged = await copyRows(deps, client, { record, range, signal });
          if (record.options.deactivate_subscribers_not_in_import) {
            await notePresentKeys(client, importId, staged.presentKeys);
          }
          if (staged.failures.length > 0) {
            const log = { importId, kind: 'failed' };
            const content = staged.failures.join('');
            await writeLogPart(client, { ...log, part: number, entries: staged.failures.length, content });
            await writeFailedHeader(client, record, files);
          }
          await markRangeStaged(client, importId, number, {
            failed: staged.failures.length,
            chunkRows: staged.chunkRows,
          });
          await requireUnended(client, importId);
          return { failed: staged.failures.length };
        },
        signal,
      ),
    );
}

interface Staged {
  readonly failures: readonly string[];
  readonly presentKeys: readonly string[];
  readonly chunkRows: readonly number[];
}

async function copyRows(
  { files, rangeThreads }: ActivityDeps,
  client: PoolClient,
  { record, range, signal }: { record: ImportRecord; range: LedgerRange; signal: AbortSignal },
): Promise<Staged> {
  const { start, end, firstRow } = range;
  const plan = await readRowPlan(client, record);
  const firstKeys = await readFirstKeys(client, record.id);
  // A plan that does not fit the list is a fault of the data; a thread could only say that it failed.
  compileRow(plan);
  const failures: string[] = [];
  const presentKeys: string[] = [];
  const sink = openCopy(client, stagingTarget(record.id));
  try {
    const { rows, chunkRows } = await rangeThreads.encode(
      {
        order: { plan, firstRow, deal: { chunks: record.partitions ?? 1, firstKeys } },
        source: files.read(sourceKey(record.id), { start, end }, signal),
        bytes: end - start,
        take: async (batch) => {
          for (const line of batch.failures) failures.push(line);
          for (const key of batch.presentKeys) presentKeys.push(key);
          await sink.write(batch.text);
        },
      },
      signal,
    );
    if (rows !== range.records) {
      throw new Error(`Range at byte ${start} holds ${rows} records, but the scan counted ${range.records}.`);
    }
    await sink.end();
    return { failures, presentKeys, chunkRows };
  } catch (error) {
    sink.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}
