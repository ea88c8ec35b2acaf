import type { PoolClient } from 'pg';
import { isStagingWhole } from '../../db/imports/staging.ts';
import { fault } from '../faults.ts';

/** @throws ApplicationFailure StagingLost when Postgres has crashed since the rows of the import were staged */
export async function requireStaging(client: PoolClient, importId: number): Promise<void> {
  if (!(await isStagingWhole(client, importId))) throw stagingLost();
}

/** The fault of an import whose staged rows are gone. */
export function stagingLost() {
  return fault('StagingLost', 'Postgres lost the staged rows.');
}
