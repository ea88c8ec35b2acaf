import type { PoolClient } from 'pg';
import { firstKeysOf } from '../../csv/chunk-of-key.ts';
import { findScanNotices } from '../../analysis/source-notices.ts';
import { createdOptions } from '../../analysis/option-notices.ts';
import { columnsHash } from '../../csv/columns-hash.ts';
import { decodeText } from '../../csv/decode.ts';
import { fieldsOf } from '../../csv/failed-log.ts';
import { withNewOptions } from '../../csv/new-options.ts';
import type { RowPlan } from '../../csv/row-plan.ts';
import type { Scan } from '../../csv/scan.ts';
import { readImport, readRowPlan } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { countRanges, writeScan } from '../../db/imports/ledger.ts';
import { chunksAhead, createStagedChunks, createStaging } from '../../db/imports/staging.ts';
import { addOptions, lockForOptions, pickOptionsWithRoom } from '../../db/fields/new-options.ts';
import { lockImport } from '../../db/imports/state.ts';
import { COMMIT_WITHOUT_WAITING } from '../../db/core/disk.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { isSmallImport } from '../../domain/import-size.ts';
import { nextBulkTurn } from '../../platform/bulk-turns.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { canCreateOptions, findNewOptions } from './find-new-options.ts';
import { IMPORT_SOURCES } from './import-sources.ts';
import { noteKeysAbove } from './note-keys-above.ts';
import { requireUnended } from './require-unended.ts';
import { sampleKeys } from './sample-keys.ts';
import { scanStored } from '../sources/scan-stored.ts';
import { storeSource } from '../sources/store-source.ts';
import type { NewOption } from '../../values/custom-field.ts';

/** Result of a scan as the machine needs it: counts and flags only. */
export interface ScanSummary {
  readonly records: number;
  readonly ranges: number;
  readonly chunks: number;
  readonly limited: boolean;
  readonly settles: boolean;
  readonly isSmall: boolean;
}

/** More partitions than this cost more in catalogue work than their parallelism gives back. */
export const MAX_PARTITIONS = 512;

/**
 * Counts the records of an import's source and writes its ranges, chunks and staging tables in one transaction; many tables are
 * created before it.
 * @throws ApplicationFailure UnreadableSource when there is nothing to read, or no CSV of the import's format
 */
export function scanImportSource(deps: ActivityDeps) {
  const { pool, chunkRows } = deps;
  return ({ importId }: ImportReference): Promise<ScanSummary> =>
    whileHeartbeating(async (signal) => {
      // Also of an import that was scanned: it may be restarted, with its source packed again.
      const stored = await storeSource(deps, IMPORT_SOURCES, await readImport(pool, importId), signal);
      if (stored.numberOfRecords !== null) return summarize(stored, await countRanges(pool, importId));
      const { scan, bytes, head, found, record, isSmall } = await scanStored(
        deps,
        IMPORT_SOURCES.folder,
        stored,
        signal,
      );
      const { file_format: format } = record.options;
      const planOfList = await readRowPlan(pool, record);
      const newOptions = await findNewOptions(deps, record, { plan: planOfList, ranges: scan.ranges, signal });
      const plan = withNewOptions(planOfList, newOptions);
      const partitions = Math.min(MAX_PARTITIONS, Math.max(1, Math.ceil(scan.records / chunkRows)));
      const firstKeys =
        partitions === 1
          ? null
          : await cutSample(plan, {
              ...{ ...scan, partitions, signal },
              ...(!isSmall && { pause: nextBulkTurn }),
            });
      const notices = findScanNotices({ bytes: head, isWhole: bytes <= head.length, totalBytes: bytes }, plan);
      await createTablesAhead(pool, { importId, partitions }, signal);
      return inTransaction(
        pool,
        async (client) => {
          if (newOptions.length > 0) await lockForOptions(client, record.organizationId);
          await lockImport(client, importId, 'update');
          const again = await readImport(client, importId);
          if (again.numberOfRecords !== null) return summarize(again, await countRanges(client, importId));
          const created = await createOptions(client, record, newOptions);
          await writeScan(client, importId, {
            ...{ ...scan, partitions, firstKeys },
            columnsHash: hashOf(scan.header, head, format),
            notices: [...notices, ...createdOptions(created, plan)],
            newOptions: canCreateOptions(record.options) ? created : null,
            sourceFormat: { ...found, ...(scan.sheetRows !== undefined && { sheet_rows: scan.sheetRows }) },
          });
          const notesKeys = record.options.deactivate_subscribers_not_in_import;
          await createStaging(client, importId, { partitions, notesKeys });
          await noteKeysAbove(client, deps, { record, end: scan.ranges[0]?.start ?? null, signal });
          await requireUnended(client, importId);
          return summarize({ ...again, numberOfRecords: scan.records, partitions }, scan.ranges.length);
        },
        signal,
      );
    });
}

/** Creates the options that their fields have room for; a dry run creates none. @returns them */
async function createOptions(
  client: PoolClient,
  record: ImportRecord,
  found: readonly NewOption[],
): Promise<readonly NewOption[]> {
  if (found.length === 0) return [];
  const options = await pickOptionsWithRoom(client, record.organizationId, found);
  if (!record.isDryRun) await addOptions(client, options);
  return options;
}

/** Creates the tables of most chunks, some in each transaction, unless another attempt has finished the scan. */
async function createTablesAhead(
  pool: ActivityDeps['pool'],
  { importId, partitions }: { importId: number; partitions: number },
  signal: AbortSignal,
): Promise<void> {
  for (const chunks of chunksAhead(partitions)) {
    const create = async (client: PoolClient) => {
      await lockImport(client, importId, 'update');
      if ((await readImport(client, importId)).numberOfRecords !== null) return;
      await createStagedChunks(client, importId, chunks);
      await requireUnended(client, importId);
    };
    await inTransaction(pool, create, signal, COMMIT_WITHOUT_WAITING);
  }
}

async function cutSample(
  plan: RowPlan,
  {
    sample,
    partitions,
    ...settings
  }: { sample: Buffer; partitions: number; signal: AbortSignal; pause?: () => Promise<void> },
): Promise<string[] | null> {
  return firstKeysOf(await sampleKeys(plan, sample, settings), partitions);
}

function summarize(record: ImportRecord, ranges: number): ScanSummary {
  return {
    records: record.numberOfRecords ?? 0,
    ranges,
    chunks: record.partitions ?? 0,
    limited: record.subscriberLimit !== null,
    settles: record.options.deactivate_subscribers_not_in_import,
    isSmall: isSmallImport({ records: record.numberOfRecords ?? 0, bytes: null }),
  };
}

/** The hash of the columns of a source; null without a header, and of one that is longer than the head. */
function hashOf(header: Scan['header'], head: Buffer, format: ImportRecord['options']['file_format']): string | null {
  if (header === null || header.end > head.length) return null;
  return columnsHash(fieldsOf(decodeText(head.subarray(header.start, header.end), format), format));
}
