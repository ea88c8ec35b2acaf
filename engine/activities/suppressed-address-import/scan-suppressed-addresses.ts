import type { Pool } from 'pg';
import { inTransaction } from '../../db/core/transaction.ts';
import { readSuppressedImport, writeSuppressedScan } from '../../db/suppressed-address-imports/ledger.ts';
import type { SuppressedImportRecord } from '../../db/suppressed-address-imports/ledger.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { fetchSource } from '../sources/fetch-source.ts';
import { scanStored } from '../sources/scan-stored.ts';
import type { SourceKind } from '../sources/source-record.ts';
import { storeSource } from '../sources/store-source.ts';
import { readFailedLogHeader } from '../subscriber-import/open-failed-log.ts';

/** Imports of suppressed addresses as jobs that read a source. */
export const SUPPRESSED_SOURCES: SourceKind<SuppressedImportRecord> = {
  table: 'suppressed_address_imports',
  folder: 'suppressions',
  read: readSuppressedImport,
};

/** The row of an import has ended while its workflow was still at work. */
export function suppressionEnded() {
  return fault('ImportEnded', 'The import has ended.');
}

/** Reads an import that has not ended. @throws ApplicationFailure ImportEnded */
export async function readUnendedSuppression(
  pool: Pool,
  { importId }: ImportReference,
): Promise<SuppressedImportRecord> {
  const record = await readSuppressedImport(pool, importId);
  if (record.hasEnded) throw suppressionEnded();
  return record;
}

/** Streams the URL of an import into the file store. @throws ApplicationFailure DownloadFailed, UnreadableSource, ImportEnded */
export function fetchSuppressedAddresses(deps: ActivityDeps) {
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      await fetchSource(deps, SUPPRESSED_SOURCES, await readSuppressedImport(deps.pool, importId), signal);
    });
}

/**
 * Counts the records of an import's source and begins its ledger; one that has begun is kept.
 * @throws ApplicationFailure UnreadableSource when there is nothing to read, or no CSV of the import's format; ImportEnded
 */
export function scanSuppressedAddresses(deps: ActivityDeps) {
  const { pool, files, logLimits } = deps;
  return ({ importId }: ImportReference): Promise<{ records: number }> =>
    whileHeartbeating(async (signal) => {
      const stored = await storeSource(deps, SUPPRESSED_SOURCES, await readSuppressedImport(pool, importId), signal);
      if (stored.hasEnded) throw suppressionEnded();
      if (stored.numberOfRecords !== null) return { records: stored.numberOfRecords };
      const { folder } = SUPPRESSED_SOURCES;
      const { scan, found: sourceFormat, record } = await scanStored(deps, folder, stored, signal);
      const header = await readFailedLogHeader(files, record, { folder, header: scan.header });
      const written = { ranges: scan.ranges, records: scan.records, sourceFormat, header };
      await inTransaction(pool, (client) => writeSuppressedScan(client, importId, written, logLimits), signal);
      return { records: scan.records };
    });
}
