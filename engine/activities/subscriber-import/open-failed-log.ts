import { buffer } from 'node:stream/consumers';
import type { PoolClient } from 'pg';
import { decodeText } from '../../csv/decode.ts';
import { formatFailedHeader } from '../../csv/failed-log.ts';
import { formatPartialHeader, PARTIAL_LOG_COLUMNS } from '../../csv/partial-log.ts';
import { openFailedLogPart } from '../../db/imports/failed-log-part.ts';
import type { FailedLogAddition, FailedLogPart } from '../../db/imports/failed-log-part.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { JobFolder } from '../../domain/file-owner.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';
import type { SourceRecord } from '../sources/source-record.ts';

/**
 * Opens a part of an import's failed log for the rows of one transaction. The log begins with the file's own header line, so that
 * it can be corrected and imported again.
 */
export function openFailedLog(
  client: PoolClient,
  { files, logLimits: limits }: Pick<ActivityDeps, 'files' | 'logLimits'>,
  record: Pick<ImportRecord, 'id' | 'jobKey' | 'header' | 'options'>,
  place: Pick<FailedLogAddition, 'part' | 'before' | 'replaces'>,
): FailedLogPart {
  const { id: importId, header, options } = record;
  const readHeader = () => readFailedLogHeader(files, record, { folder: 'imports', header });
  const { column_mapping: mapping, file_format: format } = options;
  const log = { importId, kind: 'failed', format, columns: mapping.length } as const;
  return openFailedLogPart(client, { ...log, limits, readHeader, ...place });
}

/** Reads the header line of a source as the failed log has it; null: it has none. */
export async function readFailedLogHeader(
  files: Pick<FileStore, 'read'>,
  job: Pick<SourceRecord, 'id' | 'jobKey' | 'options'>,
  { folder, header }: { readonly folder: JobFolder; readonly header: ImportRecord['header'] },
): Promise<string | null> {
  if (header === null) return null;
  const { file_format: format } = job.options;
  return formatFailedHeader(decodeText(await buffer(files.read(sourceKey(job, folder), header)), format), format);
}

/** Opens a part of the log of the cells that an import leaves blank, for the rows of one transaction. */
export function openPartialLog(
  client: PoolClient,
  { logLimits: limits }: Pick<ActivityDeps, 'logLimits'>,
  { id: importId, options: { file_format: format } }: Pick<ImportRecord, 'id' | 'options'>,
  place: Pick<FailedLogAddition, 'part' | 'replaces'>,
): FailedLogPart {
  const readHeader = () => Promise.resolve(formatPartialHeader(format));
  const log = { importId, kind: 'partial', format, columns: PARTIAL_LOG_COLUMNS } as const;
  return openFailedLogPart(client, { ...log, limits, readHeader, ...place });
}
