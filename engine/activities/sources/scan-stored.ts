import { buffer } from 'node:stream/consumers';
import { HEAD_BYTES } from '../../csv/recognize.ts';
import { scanSource } from '../../csv/scan.ts';
import { isSmallImport } from '../../domain/import-size.ts';
import type { JobFolder } from '../../domain/file-owner.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';
import { readFormat } from './read-format.ts';
import type { SourceRecord } from './source-record.ts';
import { sourceGone } from '../faults.ts';

/**
 * Scans the stored source of a job: a large one in a thread, since it would fill the main thread, on which workflows and small imports
 * run. @returns what it found, the beginning of the source with what that says of its format, and the job with that format
 * @throws ApplicationFailure UnreadableSource when there is nothing to read, or no table of the job's format
 */
export async function scanStored<Job extends SourceRecord>(
  { files, rangeThreads, rangeBytes }: ActivityDeps,
  folder: JobFolder,
  stored: Job,
  signal: AbortSignal,
) {
  const key = sourceKey(stored, folder);
  const bytes = await files.size(key);
  if (bytes === null) throw sourceGone();
  const head = await buffer(files.read(key, { start: 0, end: HEAD_BYTES }, signal));
  const { found, record } = readFormat(head, stored);
  const { file_format: format } = record.options;
  const source = files.read(key, undefined, signal);
  const isSmall = isSmallImport({ records: null, bytes });
  const scan = await (isSmall
    ? scanSource(source, format, { rangeBytes, signal })
    : rangeThreads.scan({ source, format, rangeBytes }, signal));
  return { scan, bytes, head, found, record, isSmall };
}
