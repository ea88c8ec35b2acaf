import { buffer } from 'node:stream/consumers';
import type { PoolClient } from 'pg';
import { decodeText } from '../../csv/decode.ts';
import { formatFailedHeader } from '../../csv/failed-log.ts';
import { HEADER_PART, writeLogBlock } from '../../db/imports/logs.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import type { FileStore } from '../../files/file-store.ts';
import { sourceKey } from '../../files/source-key.ts';

/** The failed log begins with the file's own header line, so that it can be corrected and imported again. */
export async function writeFailedHeader(client: PoolClient, record: ImportRecord, files: FileStore): Promise<void> {
  if (record.header === null) return;
  const format = record.options.file_format;
  const line = await buffer(files.read(sourceKey(record.id), record.header));
  const content = formatFailedHeader(decodeText(line, format), format);
  const log = { importId: record.id, kind: 'failed', part: HEADER_PART };
  await writeLogBlock(client, log, { piece: 0, entries: 0, content });
}
