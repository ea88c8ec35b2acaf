import { waitInCommit, waitByPolling } from '../../db/core/disk.ts';
import { readImport } from '../../db/imports/record.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';

/** Imports of fewer records wait in a commit, since the wait of their last activity without one would be felt: 0.2 s of 5 s. */
const POLLING_FROM = 500_000;

/**
 * Ends an activity of an import: waits until what it has committed is on the disk, so that a crash of Postgres takes back nothing
 * that it reports.
 */
export async function waitForDisk(
  { pool }: ActivityDeps,
  { importId, goesWithSmall = false }: ImportReference & { readonly goesWithSmall?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const records = goesWithSmall ? 0 : (await readImport(pool, importId)).numberOfRecords;
  await ((records ?? 0) < POLLING_FROM ? waitInCommit(pool) : waitByPolling(pool, signal));
}
