import type { PoolClient } from 'pg';
import { areAllStaged } from '../../db/imports/ledger.ts';
import { isStagingWhole } from '../../db/imports/staging.ts';
import { fault } from '../faults.ts';

/** @throws ApplicationFailure StagingLost when Postgres has crashed since the rows of the import were staged */
export async function requireStaging(client: PoolClient, importId: number): Promise<void> {
  if (!(await isStagingWhole(client, importId))) throw stagingLost();
}

/**
 * For work that needs every row of the import. An attempt that was given up for dead may come to it while the rows are staged again:
 * by the ledger and by the tables there are none of a chunk then.
 * @throws ApplicationFailure StagingLost when Postgres has crashed since, and not all rows are staged again
 */
export async function requireAllStaged(client: PoolClient, importId: number): Promise<void> {
  await requireStaging(client, importId);
  if (!(await areAllStaged(client, importId))) throw stagingLost();
}

/** The fault of an import whose staged rows are gone. */
export function stagingLost() {
  return fault('StagingLost', 'Postgres lost the staged rows.');
}
