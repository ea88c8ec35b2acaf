import { chunkPart, dropLogPart, openLogPart } from '../../db/imports/logs.ts';
import { readImport } from '../../db/imports/record.ts';
import { expectedRows, lockChunk, lockRange, markChunk, markRangeStaged, readRanges } from '../../db/imports/ledger.ts';
import { readRowNumbers } from '../../db/imports/staging.ts';
import { COUNTERS } from '../../domain/subscriber-imports.ts';
import type { Counters } from '../../domain/subscriber-imports.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, PieceReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { logRows } from './log-rows.ts';
import { noteKeysOfRange } from './note-keys-of-range.ts';
import { requireUnended } from './require-unended.ts';
import { writeFailedHeader } from './write-failed-header.ts';
import { requireStaging, stagingLost } from './require-staging.ts';

type SkippedPiece = PieceReference & { readonly reason: string };

/**
 * Gives a range up: each of its rows goes to the failed log with the reason, none to staging.
 * @throws ApplicationFailure StagingLost
 */
export function skipRange(deps: ActivityDeps) {
  const { pool, files } = deps;
  return ({ importId, number, reason }: SkippedPiece): Promise<{ failed: number }> =>
    whileHeartbeating((signal) =>
      inTransaction(
        pool,
        async (client) => {
          const range = await lockRange(client, importId, number);
          if (range.stagedAt !== null) return { failed: range.failed };
          const record = await readImport(client, importId);
          await requireStaging(client, importId);
          await noteKeysOfRange(client, deps, { record, range, signal });
          const part = { importId, kind: 'failed', part: number };
          if (range.failed > 0) await dropLogPart(client, part);
          const log = openLogPart(client, part);
          await logRows(log, { files, record }, range, { reason, signal, wanted: () => true });
          await log.flush();
          await writeFailedHeader(client, record, files);
          await markRangeStaged(client, importId, number, { failed: log.entries, chunkRows: [] });
          await requireUnended(client, importId);
          return { failed: log.entries };
        },
        signal,
      ),
    );
}

/**
 * Gives a chunk up: each of its staged rows goes to the failed log with its original text and the reason.
 * @throws ApplicationFailure StagingLost
 */
export function skipChunk({ pool, files }: ActivityDeps) {
  return ({ importId, number, reason }: SkippedPiece): Promise<{ counters: Counters }> =>
    whileHeartbeating((signal) =>
      inTransaction(
        pool,
        async (client) => {
          const ledger = await lockChunk(client, importId, number);
          if (ledger !== null) return { counters: ledger };
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
          const counters = { ...none, failed: log.entries };
          await writeFailedHeader(client, record, files);
          await markChunk(client, importId, number, 'skipped', counters);
          await requireUnended(client, importId);
          return { counters };
        },
        signal,
      ),
    );
}
