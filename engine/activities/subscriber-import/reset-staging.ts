import type { PoolClient } from 'pg';
import { readImport } from '../../db/imports/record.ts';
import { forgetStagedRanges, readRanges, readSkippedRanges } from '../../db/imports/ledger.ts';
import {
  chunksAhead,
  createStagedChunks,
  createStaging,
  dropSomeStaging,
  isStagingGivenUp,
} from '../../db/imports/staging.ts';
import { lockImport } from '../../db/imports/state.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { noteKeysAbove } from './note-keys-above.ts';
import { noteKeysOfRange } from './note-keys-of-range.ts';
import { requireUnended } from './require-unended.ts';

/**
 * Makes staging empty again, in the tables and in the ledger, after a crash of Postgres emptied the tables alone. Its tables are
 * dropped and created some in each transaction; every task finds staging lost until the last one commits.
 * @throws ApplicationFailure ImportEnded
 */
export function resetStaging(deps: ActivityDeps) {
  const { pool } = deps;
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const step = <Result>(perform: (client: PoolClient) => Promise<Result>): Promise<Result> =>
        inTransaction(
          pool,
          async (client) => {
            // An attempt to settle that was given up for dead may still read the tables.
            await lockImport(client, importId, 'no key update');
            const result = await perform(client);
            await requireUnended(client, importId);
            return result;
          },
          signal,
        );
      // Another attempt may be done before this one, and its tables hold rows.
      const unlessCreated = <Result>(perform: (client: PoolClient) => Promise<Result>) =>
        step(async (client) => (await isStagingGivenUp(client, importId)) && perform(client));
      const drop = (client: PoolClient) => dropSomeStaging(client, importId);

      const record = await readImport(pool, importId);
      const partitions = record.partitions ?? 1;
      let isLeft = await step(drop);
      while (isLeft) isLeft = await unlessCreated(drop);
      for (const chunks of chunksAhead(partitions)) {
        await unlessCreated((client) => createStagedChunks(client, importId, chunks));
      }
      await unlessCreated(async (client) => {
        const notesKeys = record.options.deactivate_subscribers_not_in_import;
        await createStaging(client, importId, { partitions, notesKeys });
        const [first] = await readRanges(client, importId);
        await noteKeysAbove(client, deps, { record, end: first?.start ?? null, signal });
        await forgetStagedRanges(client, importId);
        for (const range of await readSkippedRanges(client, importId)) {
          await noteKeysOfRange(client, deps, { record, range, signal });
        }
      });
    });
}
