import type { ActivityDeps } from './deps.ts';
import { SUBSCRIBER_EXPORT_BOUNDS } from '../domain/subscriber-export-bounds.ts';
import { exportStates } from '../db/exports/ledger.ts';
import { sorted } from './faults.ts';
import { recordJobState } from './record-job-state.ts';
import { takeJobTurn } from './take-job-turn.ts';
import { cleanUpExport } from './subscriber-export/clean-up-export.ts';
import { readUnendedExport } from './subscriber-export/export-fault.ts';
import type { ExportReference } from './subscriber-export/export-reference.ts';
import { takeExportSnapshot } from './subscriber-export/take-export-snapshot.ts';
import { writeExportParts } from './subscriber-export/write-export-parts.ts';
import { LOCK_SPACES } from '../db/core/advisory-locks.ts';

export { maintainedSubscriberExports } from './subscriber-export/maintained-exports.ts';

/** The activities of a subscriber export: each may be retried, and resumes from the ledger. */
export function createSubscriberExportActivities(deps: ActivityDeps) {
  return {
    takeExportTurn: sorted(
      takeJobTurn(deps, TURNS, (reference: ExportReference) => readUnendedExport(deps.pool, reference)),
    ),
    takeExportSnapshot: sorted(takeExportSnapshot(deps)),
    writeExportParts: sorted(writeExportParts(deps)),
    recordExportState: sorted(recordJobState(deps, exportStates)),
    cleanUpExport: sorted(cleanUpExport(deps)),
  };
}

const TURNS = {
  queue: { table: 'subscriber_exports', lock: LOCK_SPACES.exportSlots },
  limit: SUBSCRIBER_EXPORT_BOUNDS.exportsPerOrganization.max,
  jobs: 'exports',
} as const;
