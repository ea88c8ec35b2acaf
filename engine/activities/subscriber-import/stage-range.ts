import type { PoolClient } from 'pg';
import { compileRow } from '../../csv/row.ts';
import { dropLogPart } from '../../db/imports/logs.ts';
import { readImport, readRowPlan } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { lockRange, markRangeStaged, readFirstKeys } from '../../db/imports/ledger.ts';
import type { LedgerRange } from '../../db/imports/ledger.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps, TaskReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { pastSlowRows } from './past-slow-rows.ts';
import { requireUnended } from './require-unended.ts';
import { openRowStaging } from './stage-rows.ts';
import { writeFailedHeader } from './write-failed-header.ts';
import { requireStaging } from './require-staging.ts';

/**
 * Parses, validates and COPYs the rows of one range into staging; its rows, its part of the failed log and its ledger
 * entry commit together. @throws ApplicationFailure StagingLost, RowsTooSlow
 */
export function stageRange(deps: ActivityDeps) {
  const { pool, files } = deps;
  return ({ importId, number, goesWithSmall }: TaskReference): Promise<{ failed: number }> =>
    whileHeartbeating((signal) =>
      pastSlowRows((slowRows) =>
        inTransaction(
          pool,
          async (client) => {
            const range = await lockRange(client, importId, number);
            if (range.stagedAt !== null) return { failed: range.failed };
            const record = await readImport(client, importId);
            await requireStaging(client, importId);

            // A range that Postgres lost may have other failures the second time.
            if (range.failed > 0) await dropLogPart(client, { importId, kind: 'failed', part: number });
            const { failed, chunkRows } = await copyRows(deps, client, {
              ...{ record, number, range, slowRows, goesWithSmall, signal },
            });
            if (failed > 0) await writeFailedHeader(client, record, files);
            await markRangeStaged(client, importId, number, { failed, chunkRows });
            await requireUnended(client, importId);
            return { failed };
          },
          signal,
        ),
      ),
    );
}

async function copyRows(
  { files, rangeThreads }: ActivityDeps,
  client: PoolClient,
  {
    record,
    number,
    range,
    slowRows,
    goesWithSmall = false,
    signal,
  }: {
    record: ImportRecord;
    number: number;
    range: LedgerRange;
    slowRows: readonly number[] | undefined;
    goesWithSmall: boolean | undefined;
    signal: AbortSignal;
  },
): Promise<{ failed: number; chunkRows: readonly number[] }> {
  const { start, end, firstRow } = range;
  const plan = await readRowPlan(client, record);
  const firstKeys = await readFirstKeys(client, record.id);
  // A plan that does not fit the list is a fault of the data; a thread could only say that it failed.
  compileRow(plan);
  const notesKeys = record.options.deactivate_subscribers_not_in_import;
  const staging = openRowStaging(client, { importId: record.id, range: number, notesKeys });
  try {
    const { rows, chunkRows } = await rangeThreads.encode(
      {
        request: { plan, firstRow, partitioning: { chunks: record.partitions ?? 1, firstKeys }, slowRows },
        source: files.read(sourceKey(record.id), { start, end }, signal),
        bytes: end - start,
        goesFirst: goesWithSmall,
        take: staging.take,
      },
      signal,
    );
    if (rows !== range.records) {
      throw new Error(`Range at byte ${start} holds ${rows} records, but the scan counted ${range.records}.`);
    }
    return { failed: await staging.end(), chunkRows };
  } catch (error) {
    await staging.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}
