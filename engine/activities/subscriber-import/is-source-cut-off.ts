import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readRange, readTexts } from '../../csv/read-range.ts';
import { endsLine, textFormat } from '../../csv/source-text.ts';
import { readRanges } from '../../db/imports/ledger.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';

/** A longer last record is not looked at: it would keep the worker from its other work. */
const RECORD_CHARACTERS = 65_536;

/**
 * Whether the source ends within a record: without a line break, and with too few columns or an open enclosure. A source
 * that was cut off between two records looks like a whole one.
 */
export async function isSourceCutOff(
  { pool, files }: Pick<ActivityDeps, 'pool' | 'files'>,
  record: ImportRecord,
  signal: AbortSignal,
): Promise<boolean> {
  const { id, options } = record;
  const size = await files.size(sourceKey(record));
  if (size === null || size === 0) return false;
  const last = await buffer(files.read(sourceKey(record), { start: Math.max(0, size - 2), end: size }, signal));
  const range = (await readRanges(pool, id)).at(-1);
  const format = options.file_format;
  if (endsLine(last, format) || range === undefined) return false;

  const source = files.read(sourceKey(record), { start: range.start, end: range.end }, signal);
  let text: string | undefined;
  for await (const rows of readTexts(source, format, { firstRow: range.firstRow, signal })) text = rows.at(-1)?.text();
  if (text === undefined || text.length > RECORD_CHARACTERS) return false;
  const lastRecord = Readable.from([Buffer.from(text)]);
  for await (const [row] of readRange(lastRecord, textFormat(format), { firstRow: 1, signal })) {
    return row !== undefined && (row.error !== null || row.fields.length < options.column_mapping.length);
  }
  return false;
}
