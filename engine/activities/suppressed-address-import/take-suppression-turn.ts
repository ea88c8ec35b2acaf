import { readSuppressedImport } from '../../db/suppressed-address-imports/ledger.ts';
import { SUPPRESSED_ADDRESS_IMPORT_BOUNDS as BOUNDS } from '../../domain/suppressed-address-imports.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { takeJobTurn } from '../take-job-turn.ts';

const QUEUE = { table: 'suppressed_address_imports', lock: 7_210 };

/** Takes a turn of the import's organization. @throws ApplicationFailure WaitsForTurn, ImportEnded */
export function takeSuppressionTurn(
  { pool }: ActivityDeps,
  limit = BOUNDS.suppressedAddressImportsPerOrganization.max,
) {
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const { organizationId, hasEnded } = await readSuppressedImport(pool, importId);
      if (hasEnded) throw fault('ImportEnded', 'The import has ended.');
      await takeJobTurn(pool, QUEUE, { id: importId, organizationId, limit, jobs: 'imports' }, signal);
    });
}
