import type { PoolClient } from 'pg';
import type { EncodedSlice } from '../../csv/encoded-slice.ts';
import { compileRow } from '../../csv/row.ts';
import { readTakenCorrections } from '../../db/corrections/taken-corrections.ts';
import { readRowPlan } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import type { ScannedRange } from '../../db/imports/ledger.ts';
import { notePresentKeys } from '../../db/imports/staging.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';
import { pastSlowRows } from './past-slow-rows.ts';

/**
 * Notes the keys of a range whose rows are not staged because an operator skipped it, so that
 * deactivate_subscribers_not_in_import leaves their subscribers alone; without that option there is nothing to do.
 */
export async function noteKeysOfRange(
  client: PoolClient,
  { files, rangeThreads }: Pick<ActivityDeps, 'files' | 'rangeThreads'>,
  { record, range, signal }: { record: ImportRecord; range: ScannedRange; signal: AbortSignal },
): Promise<void> {
  if (!record.options.deactivate_subscribers_not_in_import) return;
  const plan = await readRowPlan(client, record);
  compileRow(plan);
  const { start, end, firstRow } = range;
  const corrections = await readTakenCorrections(client, record, range);
  const partitioning = { chunks: 1, firstKeys: null };
  // Keys that are noted twice, since a row took too long, do no harm; rows without one are counted by the last attempt alone.
  const unread = await pastSlowRows(async (slowRows) => {
    let unreadRows = 0;
    let last: Promise<void> = Promise.resolve();
    const take = ({ presentKeys: keys, unreadRows: more }: EncodedSlice) => {
      unreadRows += more;
      return (last = last.then(() => notePresentKeys(client, record.id, { keys, unread: 0 })));
    };
    const request = { plan, firstRow, partitioning, slowRows, corrections, keysOnly: true };
    const source = files.read(sourceKey(record), { start, end }, signal);
    const owner = record.organizationId;
    try {
      await rangeThreads.encode({ request, source, bytes: end - start, owner, take }, signal);
      return unreadRows;
    } finally {
      await last.catch(() => undefined);
    }
  });
  await notePresentKeys(client, record.id, { keys: [], unread });
}
