import { chunkPart, openLogPart } from '../../db/imports/logs.ts';
import { readImport } from '../../db/imports/record.ts';
import { expectedRows, lockChunk, markChunk, readRanges } from '../../db/imports/ledger.ts';
import { readRowNumbers } from '../../db/imports/staging.ts';
import { COUNTERS } from '../../domain/subscriber-imports.ts';
import type { ChunkResult, Counters } from '../../domain/subscriber-imports.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, SkippedTask } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { logRows } from './log-rows.ts';
import { stagingLost } from './require-staging.ts';
import { requireUnended } from './require-unended.ts';
import { writeFailedHeader } from './write-failed-header.ts';

/**
 * Skips a chunk: each of its staged rows goes to the failed log with its original text and the reason.
 * @throws ApplicationFailure StagingLost
 */
export function skipChunk({ pool, files }: ActivityDeps) {
  return ({ importId, number, reason }: SkippedTask): Promise<ChunkResult> =>
    whileHeartbeating((signal) =>
      inTransaction(
        pool,
        async (client) => {
          const ledger = await lockChunk(client, importId, number);
          if (ledger !== null) return ledger;
          const record = await readImport(client, importId);
          const rowNumbers = await readRowNumbers(client, importId, number);
          if (rowNumbers.length !== (await expectedRows(client, importId, number))) {
            throw stagingLost();
          }
          const wanted = new Set(rowNumbers);
          const log = openLogPart(client, { importId, kind: 'failed', part: chunkPart(number) });
          for (const range of await readRanges(client, importId)) {
            await logRows(log, { files, record }, range, { reason, signal, wanted: (row) => wanted.has(row) });
          }
          await log.flush();
          const none = Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Counters;
          const result = { counters: { ...none, failed: log.entries }, unchanged: 0 };
          await writeFailedHeader(client, record, files);
          await markChunk(client, importId, number, 'skipped', result);
          await requireUnended(client, importId);
          return result;
        },
        signal,
      ),
    );
}
