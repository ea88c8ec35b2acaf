import type { PoolClient } from 'pg';
import { holdUnendedImport } from '../../db/imports/state.ts';
import { fault } from '../faults.ts';

/**
 * The last statement of a task's transaction: from here to its commit the import cannot end, and where it has ended the
 * task is rolled back. An import whose workflow was ended from outside is marked as failed while a worker that has not
 * noticed it yet may still be at work, and the totals of an import that has ended are the truth about its rows.
 * @throws ApplicationFailure ImportEnded
 */
export async function requireUnended(client: PoolClient, importId: number): Promise<void> {
  if (!(await holdUnendedImport(client, importId))) throw fault('ImportEnded', 'The import has ended.');
}
