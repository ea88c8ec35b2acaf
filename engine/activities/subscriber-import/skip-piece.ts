import { formatFailedRow } from '../../csv/failed-log.ts';
import { readRange } from '../../csv/read-range.ts';
import { skippedPart, writeLogPart } from '../../db/import-logs.ts';
import { readImport } from '../../db/import-record.ts';
import type { ImportRecord } from '../../db/import-record.ts';
import { expectedRows, lockChunk, lockRange, markChunk, markRangeStaged, readRanges } from '../../db/ledger.ts';
import { isStagingWhole, stagingTable } from '../../db/staging.ts';
import { COUNTERS } from '../../db/subscriber-import-options.ts';
import type { Counters } from '../../db/subscriber-import-options.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { FileStore } from '../../files/file-store.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps, PieceReference } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { noteKeysOfRange } from './note-keys-of-range.ts';
import { requireUnended } from './require-unended.ts';
import { writeFailedHeader } from './write-failed-header.ts';

type SkippedPiece = PieceReference & { readonly reason: string };

/**
 * Gives a range up: each of its rows goes to the failed log with the reason, none to staging.
 * @throws ApplicationFailure StagingLost
 */
export function skipRange({ pool, files }: ActivityDeps) {
  return ({ importId, number, reason }: SkippedPiece): Promise<{ failed: number }> =>
    whileHeartbeating((signal) =>
      inTransaction(
        pool,
        async (client) => {
          const range = await lockRange(client, importId, number);
          if (range.stagedAt !== null) return { failed: range.failed };
          const record = await readImport(client, importId);
          if (!(await isStagingWhole(client, importId))) throw fault('StagingLost', 'Postgres lost the staged rows.');
          await noteKeysOfRange(client, { files, record, range, signal });
          const lines = await failedLines(files, record, range, { reason, signal, wanted: () => true });
          const content = lines.join('');
          await writeLogPart(client, { importId, kind: 'failed', part: number, entries: lines.length, content });
          await writeFailedHeader(client, record, files);
          await markRangeStaged(client, importId, number, { failed: lines.length, chunkRows: [] });
          await requireUnended(client, importId);
          return { failed: lines.length };
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
          const { rows } = await client.query<{ row_number: number }>(
            `select row_number from ${stagingTable(importId, number)}`,
          );
          if (rows.length !== (await expectedRows(client, importId, number))) {
            throw fault('StagingLost', 'Postgres lost the staged rows.');
          }
          const wanted = new Set(rows.map((row) => row.row_number));
          const lines: string[] = [];
          for (const range of await readRanges(client, importId)) {
            lines.push(
              ...(await failedLines(files, record, range, { reason, signal, wanted: (row) => wanted.has(row) })),
            );
          }
          const none = Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Counters;
          const counters = { ...none, failed: lines.length };
          const part = skippedPart(number);
          await writeLogPart(client, {
            importId,
            kind: 'failed',
            part,
            entries: lines.length,
            content: lines.join(''),
          });
          await writeFailedHeader(client, record, files);
          await markChunk(client, importId, number, 'skipped', counters);
          await requireUnended(client, importId);
          return { counters };
        },
        signal,
      ),
    );
}

async function failedLines(
  files: FileStore,
  record: ImportRecord,
  range: { start: number; end: number; firstRow: number },
  choice: { reason: string; signal: AbortSignal; wanted: (rowNumber: number) => boolean },
): Promise<string[]> {
  const format = record.options.file_format;
  const lines: string[] = [];
  const source = files.read(sourceKey(record.id), { start: range.start, end: range.end }, choice.signal);
  for await (const batch of readRange(source, format, { firstRow: range.firstRow, signal: choice.signal })) {
    for (const raw of batch) {
      if (choice.wanted(raw.rowNumber)) lines.push(formatFailedRow(raw.text(), choice.reason, format));
    }
  }
  return lines;
}
