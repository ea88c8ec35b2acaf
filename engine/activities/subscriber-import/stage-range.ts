import { formatFailedRow } from '../../csv/failed-log.ts';
import { readRange } from '../../csv/read-range.ts';
import type { StagedRow } from '../../csv/row-plan.ts';
import { compileRow } from '../../csv/row.ts';
import { openCopy } from '../../db/copy.ts';
import type { CopySink } from '../../db/copy.ts';
import { writeLogPart } from '../../db/import-logs.ts';
import { readImport, readRowPlan } from '../../db/import-record.ts';
import type { ImportRecord } from '../../db/import-record.ts';
import { lockRange, markRangeStaged } from '../../db/ledger.ts';
import type { LedgerRange } from '../../db/ledger.ts';
import { isStagingWhole, notePresentKeys, stagingTarget } from '../../db/staging.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { FileStore } from '../../files/file-store.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps, PieceReference } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { createLanes } from '../lanes.ts';
import { requireUnended } from './require-unended.ts';
import { writeFailedHeader } from './write-failed-header.ts';

/** Ranges parsed at once: they share one thread, so a second one fills its waits and a third only costs memory. */
const PARSING_LANES = 2;

/**
 * Parses, validates and COPYs the rows of one range into staging; its rows, its part of the failed log and its ledger
 * entry commit together. @throws ApplicationFailure StagingLost
 */
export function stageRange({ pool, files }: ActivityDeps) {
  const lanes = createLanes(PARSING_LANES);
  return ({ importId, number }: PieceReference): Promise<{ failed: number }> =>
    whileHeartbeating((signal) =>
      inTransaction(
        pool,
        async (client) => {
          const range = await lockRange(client, importId, number);
          if (range.stagedAt !== null) return { failed: range.failed };
          const record = await readImport(client, importId);
          if (!(await isStagingWhole(client, importId))) throw fault('StagingLost', 'Postgres lost the staged rows.');

          const plan = await readRowPlan(client, record);
          const toRow = compileRow(plan);
          const staged = await lanes.run(() => {
            const sink = openCopy(client, stagingTarget(importId));
            return copyRows({ record, range, files, sink, toRow, signal }).catch((error: unknown) => {
              sink.abort(error instanceof Error ? error : new Error(String(error)));
              throw error;
            });
          }, signal);
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

async function copyRows(work: {
  record: ImportRecord;
  range: LedgerRange;
  files: FileStore;
  sink: CopySink;
  toRow: ReturnType<typeof compileRow>;
  signal: AbortSignal;
}): Promise<Staged> {
  const { record, range, sink, toRow, signal } = work;
  const format = record.options.file_format;
  const partitions = record.partitions ?? 1;
  const failures: string[] = [];
  const presentKeys: string[] = [];
  const chunkRows = new Array<number>(partitions).fill(0);
  let rows = 0;

  const source = work.files.read(sourceKey(record.id), { start: range.start, end: range.end }, signal);
  for await (const batch of readRange(source, format, { firstRow: range.firstRow, signal })) {
    for (const raw of batch) {
      rows++;
      const outcome = toRow(raw);
      if (outcome.error !== undefined) {
        failures.push(formatFailedRow(raw.text(), outcome.error, format));
        if (outcome.key !== null) presentKeys.push(outcome.key);
        continue;
      }
      const chunk = chunkOf(outcome.row.key, partitions);
      chunkRows[chunk] = (chunkRows[chunk] ?? 0) + 1;
      const full = sink.write(cellsOf(chunk, outcome.row));
      if (full !== undefined) await full;
    }
  }
  if (rows !== range.records) {
    throw new Error(`Range at byte ${range.start} holds ${rows} records, but the scan counted ${range.records}.`);
  }
  await sink.end();
  return { failures, presentKeys, chunkRows };
}

function cellsOf(chunk: number, row: StagedRow) {
  return [
    chunk,
    row.rowNumber,
    row.key,
    row.email,
    row.status,
    row.emailFormat,
    row.confirmed,
    row.confirmTime,
    row.subscribeTime,
    row.subscribeIp,
    row.removeTime,
    row.removeIp,
    row.customFields,
  ];
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Which chunk a key belongs to: FNV-1a, so that equal keys meet wherever and whenever they are staged. */
function chunkOf(key: string, partitions: number): number {
  if (partitions === 1) return 0;
  let hash = FNV_OFFSET;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), FNV_PRIME);
  return (hash >>> 0) % partitions;
}
