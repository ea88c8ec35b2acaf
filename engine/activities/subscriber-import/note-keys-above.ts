import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PoolClient } from 'pg';
import { HEAD_BYTES } from '../../csv/recognize.ts';
import { readRange } from '../../csv/read-range.ts';
import { compileRow } from '../../csv/row.ts';
import { readRowPlan } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { notePresentKeys } from '../../db/imports/staging.ts';
import { sourceKey } from '../../files/source-key.ts';
import { emailKey } from '../../values/subscriber-key.ts';
import { readAddresses } from '../../values/addresses-in-text.ts';
import type { ActivityDeps } from '../deps.ts';

/**
 * Notes the keys of the people above the records of a source, in the header and in skipped lines, so that
 * deactivate_subscribers_not_in_import leaves their subscribers alone; without that option there is nothing to do.
 * `end`: the offset of the first record; null: there is none. No more than the beginning that is analyzed is read.
 */
export async function noteKeysAbove(
  client: PoolClient,
  { files }: Pick<ActivityDeps, 'files'>,
  { record, end, signal }: { record: ImportRecord; end: number | null; signal: AbortSignal },
): Promise<void> {
  if (!record.options.deactivate_subscribers_not_in_import || end === 0) return;
  const head = await buffer(
    files.read(sourceKey(record), { start: 0, end: Math.min(HEAD_BYTES, end ?? HEAD_BYTES) }, signal),
  );
  const plan = await readRowPlan(client, record);
  const isAddress = plan.list.primaryKeyFieldId === null;
  const toRow = compileRow(plan);
  const keys = new Set<string>();
  const rows = readRange(Readable.from([head]), record.options.file_format, { firstRow: 1, signal });
  for await (const raws of rows) {
    for (const raw of raws) {
      const outcome = toRow(raw);
      const found = outcome.error === undefined ? [outcome.row.key] : outcome.keys;
      for (const key of found) keys.add(key);
      if (isAddress) for (const address of readAddresses(raw.text())) keys.add(emailKey(address));
    }
  }
  await notePresentKeys(client, record.id, { keys: [...keys], unread: 0 });
}
