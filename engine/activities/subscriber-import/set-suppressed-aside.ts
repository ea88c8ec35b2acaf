import type { PoolClient } from 'pg';
import { notePresentKeys } from '../../db/imports/staging.ts';
import { findSkippedRows, findSuppressedRows, stageApart } from '../../db/imports/suppressed-rows.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import type { LedgerRange, RangeRows } from '../../db/imports/ledger.ts';
import type { FailedLogPart } from '../../db/imports/failed-log-part.ts';
import type { FileStore } from '../../files/file-store.ts';
import { logRows } from './log-rows.ts';

const REASON = 'The address is suppressed.';

/** The range whose rows stand apart, and its failed log. */
interface RangeApart {
  readonly files: FileStore;
  readonly record: ImportRecord;
  readonly number: number;
  readonly range: LedgerRange;
  readonly failedLog: FailedLogPart;
  readonly signal: AbortSignal;
}

/**
 * Stages the rows that stand apart, and counts those whose address is suppressed. An import that skips them has them in its failed log
 * instead: their subscribers stay as they are. Which rows are skipped is decided once, as chunks may have been merged when a range is
 * staged again. @returns the number of suppressed rows, and the counts of the rows that are staged
 */
export async function setSuppressedAside(
  client: PoolClient,
  { files, record, number, range, failedLog, signal }: RangeApart,
  { chunkRows, statuses }: Pick<RangeRows, 'chunkRows' | 'statuses'>,
): Promise<Pick<RangeRows, 'chunkRows' | 'statuses' | 'suppressed' | 'skippedRows'>> {
  const { skip_suppressed: skips = false, subscriber_defaults: defaults } = record.options;
  const isDecided = skips && range.skippedBefore !== null;
  const found = await (isDecided ? findSkippedRows(client, record.id, number) : findSuppressedRows(client, record));
  const skipped = skips ? found : [];
  const skippedRows = skipped.map(({ rowNumber }) => rowNumber);
  await stageApart(client, record.id, skipped);
  const counts = { suppressed: found.length, skippedRows, chunkRows: [...chunkRows], statuses: { ...statuses } };
  if (skipped.length === 0) return counts;
  for (const { chunk, status } of skipped) {
    const given = status ?? defaults.status;
    counts.chunkRows[chunk] = (counts.chunkRows[chunk] ?? 0) - 1;
    counts.statuses[given] = (counts.statuses[given] ?? 0) - 1;
  }
  const numbers = new Set(skippedRows);
  await logRows(failedLog, { client, files, record }, range, {
    reason: REASON,
    signal,
    wanted: (row) => numbers.has(row),
  });
  // They are people of the file: a deactivation of those who are not in it leaves them alone.
  if (record.options.deactivate_subscribers_not_in_import)
    await notePresentKeys(client, record.id, { keys: skipped.map(({ key }) => key), unread: 0 });
  return counts;
}
