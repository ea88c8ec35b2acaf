import { readImport } from '../../db/imports/record.ts';
import { forgetStagedRanges, readSkippedRanges } from '../../db/imports/ledger.ts';
import { createStaging, dropStaging } from '../../db/imports/staging.ts';
import { lockImport } from '../../db/imports/state.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { noteKeysOfRange } from './note-keys-of-range.ts';

/** Makes staging empty again, in the tables and in the ledger, after a crash of Postgres emptied the tables alone. */
export function resetStaging(deps: ActivityDeps) {
  const { pool } = deps;
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating((signal) =>
      inTransaction(
        pool,
        async (client) => {
          // An attempt to settle that was given up for dead may still read the tables.
          await lockImport(client, importId, 'no key update');
          const record = await readImport(client, importId);
          await dropStaging(client, importId);
          const notesKeys = record.options.deactivate_subscribers_not_in_import;
          await createStaging(client, importId, { partitions: record.partitions ?? 1, notesKeys });
          await forgetStagedRanges(client, importId);
          for (const range of await readSkippedRanges(client, importId)) {
            await noteKeysOfRange(client, deps, { record, range, signal });
          }
        },
        signal,
      ),
    );
}
