import { buffer } from 'node:stream/consumers';
import { withLeftOut } from '../../analysis/left-out-notices.ts';
import { decodeText } from '../../csv/decode.ts';
import { fieldsOf } from '../../csv/failed-log.ts';
import { HEAD_BYTES } from '../../csv/recognize.ts';
import { readLeftOut, writeNotices } from '../../db/imports/left-out.ts';
import { readRowPlan } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { FileMissing } from '../../files/errors.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';

/**
 * Makes the notices about columns that an import leaves out those of the whole file, once its last range is staged; the scan knows
 * the first rows alone. Does nothing while ranges are left. Must be called after each commit of a range: of two that commit at the
 * same time the later one finds all.
 */
export async function completeNotices(deps: ActivityDeps, record: ImportRecord): Promise<void> {
  if (record.options.column_mapping.every((entry) => entry.trim() !== '')) return;
  const stored = await readLeftOut(deps.pool, record.id);
  if (stored === null) return;
  const plan = await readRowPlan(deps.pool, record);
  const names = await readNames(deps, record);
  await writeNotices(deps.pool, record.id, withLeftOut(stored, { names, cells: stored.cells, plan }));
}

/** The names of the columns of a source; none without a header, of one that is longer than the head, and of a source that is gone. */
async function readNames({ files }: ActivityDeps, record: ImportRecord): Promise<readonly string[]> {
  const { header } = record;
  if (header === null || header.end > HEAD_BYTES) return [];
  const format = record.options.file_format;
  try {
    const bytes = await buffer(files.read(sourceKey(record), header, undefined));
    return fieldsOf(decodeText(bytes, format), format);
  } catch (error) {
    if (error instanceof FileMissing) return [];
    throw error;
  }
}
