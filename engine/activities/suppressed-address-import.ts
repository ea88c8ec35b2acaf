import { SUPPRESSED_ADDRESS_IMPORT_BOUNDS as BOUNDS } from '../domain/suppressed-address-imports.ts';
import type { ActivityDeps, ImportReference } from './deps.ts';
import { suppressedImportStates } from '../db/suppressed-address-imports/ledger.ts';
import { sorted } from './faults.ts';
import { recordJobState } from './record-job-state.ts';
import { cleanUpSuppressedImport } from './suppressed-address-import/maintained-suppressed-imports.ts';
import {
  fetchSuppressedAddresses,
  readUnendedSuppression,
  scanSuppressedAddresses,
} from './suppressed-address-import/scan-suppressed-addresses.ts';
import { importSuppressedRanges } from './suppressed-address-import/import-suppressed-ranges.ts';
import { takeJobTurn } from './take-job-turn.ts';
import { LOCK_SPACES } from '../db/core/advisory-locks.ts';

export { maintainedSuppressedImports } from './suppressed-address-import/maintained-suppressed-imports.ts';

/** The activities of an import of suppressed addresses: each may be retried, and resumes from the ledger. */
export function createSuppressedAddressImportActivities(deps: ActivityDeps) {
  return {
    takeSuppressionTurn: sorted(
      takeJobTurn(deps, TURNS, (reference: ImportReference) => readUnendedSuppression(deps.pool, reference)),
    ),
    fetchSuppressedAddresses: sorted(fetchSuppressedAddresses(deps)),
    scanSuppressedAddresses: sorted(scanSuppressedAddresses(deps)),
    importSuppressedRanges: sorted(importSuppressedRanges(deps)),
    recordSuppressedImportState: sorted(recordJobState(deps, suppressedImportStates)),
    cleanUpSuppressedImport: sorted(cleanUpSuppressedImport(deps)),
  };
}

const TURNS = {
  queue: { table: 'suppressed_address_imports', lock: LOCK_SPACES.suppressedAddressImportSlots },
  limit: BOUNDS.suppressedAddressImportsPerOrganization.max,
  jobs: 'imports',
} as const;
