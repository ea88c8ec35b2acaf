import { buffer } from 'node:stream/consumers';
import type { PoolClient } from 'pg';
import { decodeText } from '../../csv/decode.ts';
import { formatFailedHeader } from '../../csv/failed-log.ts';
import { openFailedLogPart } from '../../db/imports/failed-log-part.ts';
import type { FailedLogAddition, FailedLogPart } from '../../db/imports/failed-log-part.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';

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
  const readHeader = async () => {
    if (header === null) return null;
    const line = await buffer(files.read(sourceKey(record), header));
    return formatFailedHeader(decodeText(line, options.file_format), options.file_format);
  };
  const { column_mapping: mapping, file_format: format } = options;
  return openFailedLogPart(client, { importId, limits, readHeader, format, columns: mapping.length, ...place });
}
