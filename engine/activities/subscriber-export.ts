import type { ActivityDeps } from './deps.ts';
import { exportStates } from '../db/exports/ledger.ts';
import { sorted } from './faults.ts';
import { recordJobState } from './record-job-state.ts';
import { cleanUpExport } from './subscriber-export/clean-up-export.ts';
import { takeExportSnapshot } from './subscriber-export/take-export-snapshot.ts';
import { takeExportTurn } from './subscriber-export/take-export-turn.ts';
import { writeExportParts } from './subscriber-export/write-export-parts.ts';

export { maintainedSubscriberExports } from './subscriber-export/maintained-exports.ts';

/** The activities of a subscriber export: each may be retried, and resumes from the ledger. */
export function createSubscriberExportActivities(deps: ActivityDeps) {
  return {
    takeExportTurn: sorted(takeExportTurn(deps)),
    takeExportSnapshot: sorted(takeExportSnapshot(deps)),
    writeExportParts: sorted(writeExportParts(deps)),
    recordExportState: sorted(recordJobState(deps, exportStates)),
    cleanUpExport: sorted(cleanUpExport(deps)),
  };
}
