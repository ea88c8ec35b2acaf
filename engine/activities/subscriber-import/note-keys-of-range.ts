import type { PoolClient } from 'pg';
import { readRange } from '../../csv/read-range.ts';
import { compileRow } from '../../csv/row.ts';
import { readRowPlan } from '../../db/import-record.ts';
import type { ImportRecord } from '../../db/import-record.ts';
import type { ScannedRange } from '../../db/ledger.ts';
import { notePresentKeys } from '../../db/staging.ts';
import type { FileStore } from '../../files/file-store.ts';
import { sourceKey } from '../../files/source-key.ts';

/**
 * Notes the keys of a range whose rows are not staged because an operator skipped it, so that
 * deactivate_subscribers_not_in_import leaves their subscribers alone; without that option there is nothing to do.
 */
export async function noteKeysOfRange(
  client: PoolClient,
  {
    files,
    record,
    range,
    signal,
  }: { files: FileStore; record: ImportRecord; range: ScannedRange; signal: AbortSignal },
): Promise<void> {
  if (!record.options.deactivate_subscribers_not_in_import) return;
  const toRow = compileRow(await readRowPlan(client, record));
  const source = files.read(sourceKey(record.id), { start: range.start, end: range.end }, signal);
  const settings = { firstRow: range.firstRow, signal };
  for await (const batch of readRange(source, record.options.file_format, settings)) {
    const keys = batch.map((raw) => {
      const outcome = toRow(raw);
      return outcome.error === undefined ? outcome.row.key : outcome.key;
    });
    await notePresentKeys(
      client,
      record.id,
      keys.filter((key) => key !== null),
    );
  }
}
