import { chunkPart, openLogPart } from '../../db/imports/logs.ts';
import { readImport } from '../../db/imports/record.ts';
import { expectedRows, lockChunk, markChunk, readRanges, rowsOf } from '../../db/imports/ledger.ts';
import { readRowNumbers } from '../../db/imports/staging.ts';
import type { ChunkResult } from '../../domain/subscriber-imports.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, SkippedTask } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { logRows } from './log-rows.ts';
import { stagingLost } from './require-staging.ts';
import { requireUnended } from './require-unended.ts';
import { writeFailedHeader } from './write-failed-header.ts';

/**
 * Skips what is left of a chunk: each of its staged rows that is not merged goes to the failed log with its original text and the reason.
 * @throws ApplicationFailure StagingLost
 */
export function skipChunk({ pool, files }: ActivityDeps) {
  return ({ importId, number, reason }: SkippedTask): Promise<ChunkResult> =>
    whileHeartbeating((signal) =>
      inTransaction(
        pool,
        async (client) => {
          const before = await lockChunk(client, importId, number);
          if (before.isDone) return { counters: before.counters, unchanged: before.unchanged };
          const record = await readImport(client, importId);
          const left = { importId, chunk: number, afterKey: before.lastKey };
          const rowNumbers = await readRowNumbers(client, left);
          if (rowNumbers.length + rowsOf(before) !== (await expectedRows(client, importId, number)))
            throw stagingLost();
          const wanted = new Set(rowNumbers);
          const log = openLogPart(
            client,
            { importId, kind: 'failed', part: chunkPart(number) },
            { before: before.slices },
          );
          for (const range of await readRanges(client, importId)) {
            await logRows(log, { files, record }, range, { reason, signal, wanted: (row) => wanted.has(row) });
          }
          await log.flush();
          const { counters, unchanged } = before;
          const result = { counters: { ...counters, failed: counters.failed + log.entries }, unchanged };
          await writeFailedHeader(client, record, files);
          await markChunk(client, importId, number, 'skipped', result);
          await requireUnended(client, importId);
          return result;
        },
        signal,
      ),
    );
}
