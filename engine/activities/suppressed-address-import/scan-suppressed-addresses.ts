import { buffer } from 'node:stream/consumers';
import { decodeText } from '../../csv/decode.ts';
import { formatFailedHeader } from '../../csv/failed-log.ts';
import { HEAD_BYTES } from '../../csv/recognize.ts';
import { scanSource } from '../../csv/scan.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { readSuppressedImport, writeSuppressedScan } from '../../db/suppressed-address-imports/ledger.ts';
import type { SuppressedImportRecord } from '../../db/suppressed-address-imports/ledger.ts';
import { isSmallImport } from '../../domain/import-size.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { fetchSource } from '../sources/fetch-source.ts';
import { readFormat } from '../sources/read-format.ts';
import type { SourceKind } from '../sources/source-record.ts';
import { sourceGone, storeSource } from '../sources/store-source.ts';

/** Imports of suppressed addresses as jobs that read a source. */
export const SUPPRESSED_SOURCES: SourceKind<SuppressedImportRecord> = {
  table: 'suppressed_address_imports',
  folder: 'suppressions',
  read: readSuppressedImport,
};

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
  const { pool, files, rangeThreads, rangeBytes, logLimits } = deps;
  return ({ importId }: ImportReference): Promise<{ records: number }> =>
    whileHeartbeating(async (signal) => {
      const stored = await storeSource(deps, SUPPRESSED_SOURCES, await readSuppressedImport(pool, importId), signal);
      if (stored.hasEnded) throw fault('ImportEnded', 'The import has ended.');
      if (stored.numberOfRecords !== null) return { records: stored.numberOfRecords };
      const key = sourceKey(stored, SUPPRESSED_SOURCES.folder);
      const bytes = await files.size(key);
      if (bytes === null) throw sourceGone();
      const head = await buffer(files.read(key, { start: 0, end: HEAD_BYTES }, signal));
      const { found: sourceFormat, record } = readFormat(head, stored);
      const { file_format: format } = record.options;
      const source = files.read(key, undefined, signal);
      const { ranges, records, header } = await (isSmallImport({ records: null, bytes })
        ? scanSource(source, format, { rangeBytes, signal })
        : rangeThreads.scan({ source, format, rangeBytes }, signal));
      const line = header === null ? null : decodeText(await buffer(files.read(key, header, signal)), format);
      const scan = { ranges, records, sourceFormat, header: line === null ? null : formatFailedHeader(line, format) };
      await inTransaction(pool, (client) => writeSuppressedScan(client, importId, scan, logLimits), signal);
      return { records };
    });
}
