import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../db/core/transaction.ts';
import { lockEndedImport } from '../../db/imports/purge.ts';
import { dropSomeStaging, isStaged } from '../../db/imports/staging.ts';
import type { KeptFiles } from '../sources/remove-kept-files.ts';

/** Subscriber imports that have ended: finished ones keep their files for some minutes, dry runs and failed ones for longer. */
export const KEPT_IMPORTS: KeptFiles = {
  table: 'subscriber_imports',
  isJob: 'organization_id > 0',
  removedTo: 'kept_files_removed_to',
  keepsFiles: `state = 'finished' and not dry_run and purged_at is null`,
  isStaged: `state in ('finished', 'cancelled') and ${isStaged('id')}`,
  folder: 'imports',
  dropStaging,
};

async function dropStaging(pool: Pool, importId: number, signal: AbortSignal): Promise<void> {
  const dropSome = (client: PoolClient) => {
    signal.throwIfAborted();
    return lockEndedImport(client, importId).then((ended) => ended !== null && dropSomeStaging(client, importId));
  };
  while (await inTransaction(pool, dropSome));
}
