import { whyUnreadable } from '../../csv/recognize.ts';
import { sourceFormat } from '../../csv/source-format.ts';
import type { SourceFormat } from '../../csv/source-format.ts';
import { withSourceFormat } from '../../db/imports/record.ts';
import { fault } from '../faults.ts';
import type { SourceRecord } from './source-record.ts';

/**
 * Reads from the beginning of a source what it says of its format.
 * @returns that, and the job with it @throws ApplicationFailure UnreadableSource when it is no table of the job's format
 */
export function readFormat<Job extends SourceRecord>(
  head: Buffer,
  stored: Job,
): { readonly found: SourceFormat; readonly record: Job } {
  const found = sourceFormat(head, stored.options.file_format);
  const record = { ...stored, options: withSourceFormat(stored.options, found) };
  const { file_format: format, column_mapping: mapping } = record.options;
  const reason = whyUnreadable(head, { format, columns: mapping.length });
  if (reason !== null) throw fault('UnreadableSource', reason);
  return { found, record };
}
